import { test } from "vitest";

import { listUnicodeEmoji } from "./unicode-emoji.ts";

const unicodeEmoji = listUnicodeEmoji();

test("emoji have the codes and names that clients use", ({ expect }) => {
  expect(unicodeEmoji).toContainEqual({ code: "1f419", names: ["octopus"] });
  expect(unicodeEmoji).toContainEqual({ code: "1f44d", names: ["+1", "thumbsup"] });
  expect(unicodeEmoji).toContainEqual({ code: "2764", names: ["heart"] });
});

test("neither a code nor a name belongs to two emoji", ({ expect }) => {
  const codes = unicodeEmoji.map(({ code }) => code);
  const names = unicodeEmoji.flatMap((one) => one.names);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(names).size).toBe(names.length);
});
