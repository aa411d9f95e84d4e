import { expect, test } from "vitest";

import { fill } from "./fill.ts";

test("a text is filled at each place by name, and what was filled in is taken as it is", () => {
  expect(fill("{who} joined {where}; {who} is new", { who: "{where}", where: "Acme" })).toBe(
    "{where} joined Acme; {where} is new",
  );
});

test("a text whose place has no value is refused", () => {
  expect(() => fill("Hello {name}", {})).toThrow("needs name");
});
