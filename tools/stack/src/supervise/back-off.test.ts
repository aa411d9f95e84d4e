import { expect, test } from "vitest";

import { createBackOff } from "./back-off.ts";

test("the first pause is none, the next double from 100 ms, and none is longer than 5 s", () => {
  const backOff = createBackOff();
  const pauses = Array.from({ length: 9 }, () => backOff.next(0));
  expect(pauses).toEqual([0, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
});

test("ten seconds of health make up for all failures, less does not", () => {
  const backOff = createBackOff();
  expect([backOff.next(0), backOff.next(9999), backOff.next(10_000)]).toEqual([0, 100, 0]);
});
