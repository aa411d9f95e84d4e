import { test } from "vitest";

import { upTo } from "./bounded-text.ts";

test("a text may have as many characters as its limit, of which an emoji is one", ({ expect }) => {
  const schema = upTo(3);
  for (const text of ["", "abc", "🐙🐙🐙", "a🐙b"])
    expect(schema.safeParse(text).success).toBe(true);
  for (const text of ["abcd", "🐙🐙🐙🐙", "abc🐙", "a".repeat(1_000_000)])
    expect(schema.safeParse(text).success).toBe(false);
});
