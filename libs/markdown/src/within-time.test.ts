import { test } from "vitest";

import { withinTime } from "./within-time.ts";

test("what ends in time gives its result, also nothing", ({ expect }) => {
  expect(withinTime(1000, () => 7)).toEqual({ result: 7 });
  expect(withinTime(1000, () => null)).toEqual({ result: null });
});

test("endless work is broken off, also within a regular expression", ({ expect }) => {
  expect(
    withinTime(20, () => {
      for (;;);
    }),
  ).toBeNull();
  expect(withinTime(20, () => /^(?:a+)+$/.test(`${"a".repeat(60)}b`))).toBeNull();
  expect(withinTime(1000, () => 7)).toEqual({ result: 7 });
});

test("errors pass through", ({ expect }) => {
  const failing = () =>
    withinTime(1000, () => {
      throw new RangeError("no");
    });
  expect(failing).toThrow(RangeError);
});
