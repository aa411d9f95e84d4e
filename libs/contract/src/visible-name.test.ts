import fc from "fast-check";
import { describe, test } from "vitest";

import { badCharacterIn } from "./visible-name.ts";

const legitimate = [
  "general",
  "مرحبا بالعالم",
  "שלום עולם",
  "שלום\u200F (v2)",
  "می\u200Cخواهم",
  "नमस्ते",
  "e\u0301tudes",
  "Z\u0351\u036B\u0343algo",
  "👩\u200D🚀 astronauts",
  "🏳\uFE0F\u200D🌈",
  "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
  "日本語",
  "한국어",
  "a b",
];
const invisible = [
  " ",
  "\u00A0",
  "\u00AD",
  "\u034F",
  "\u115F",
  "\u180E",
  "\u200B",
  "\u200C",
  "\u200D",
  "\u200E",
  "\u2060",
  "\u2800",
  "\u3164",
  "\uFE0F",
  "\uFEFF",
  "\uFFA0",
  "\u{E0020}",
];
const turning = ["\u202A", "\u202B", "\u202D", "\u202E", "\u2066", "\u2067", "\u2068", "\u2069"];
const breaking = ["\n", "\r", "\t", "\u0000", "\u0007", "\u0085", "\u2028", "\u2029", "\uD800"];

describe("a name that others see", () => {
  test.for(legitimate)("a name that others see may be %s", (name, { expect }) => {
    expect(badCharacterIn(name)).toBeNull();
  });

  test("a name that others see may be empty as far as this rule goes", ({ expect }) => {
    expect(badCharacterIn("")).toBeNull();
  });

  test("a name that others see is refused when nothing of it can be seen, however it is put together", ({
    expect,
  }) => {
    const anyInvisible = fc.array(fc.constantFrom(...invisible), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(anyInvisible, (parts) => {
        expect(badCharacterIn(parts.join(""))).toBe(1);
      }),
    );
  });

  test("a name may have any of that beside what can be seen", ({ expect }) => {
    const anyPart = fc.constantFrom(...invisible);
    const anyName = fc.tuple(fc.array(anyPart), fc.constantFrom(...legitimate), fc.array(anyPart));
    fc.assert(
      fc.property(anyName, ([before, name, after]) => {
        expect(badCharacterIn([...before, name, ...after].join(""))).toBeNull();
      }),
    );
  });

  test("a name is refused where it turns the text or breaks the line, with the place in characters", ({
    expect,
  }) => {
    const anyBad = fc.constantFrom(...turning, ...breaking);
    const anyName = fc.constantFrom(...legitimate);
    fc.assert(
      fc.property(anyName, anyBad, anyName, (before, bad, after) => {
        expect(badCharacterIn(`${before}${bad}${after}`)).toBe([...before].length + 1);
      }),
    );
  });
});
