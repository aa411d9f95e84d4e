import { describe, expect, test } from "vitest";

import { median, pairRatios, quantile, summarise } from "./statistics.ts";

describe("quantile", () => {
  test("quantile refuses an empty list instead of answering NaN", () => {
    expect(() => quantile([], 0.5)).toThrow("no values");
  });

  test("quantile refuses values that are not finite", () => {
    expect(() => quantile([1, NaN], 0.5)).toThrow("not a finite number");
    expect(() => quantile([1, Infinity], 0.5)).toThrow("not a finite number");
  });

  test("quantile refuses a share outside 0 to 1", () => {
    expect(() => quantile([1], 50)).toThrow("outside 0 to 1");
  });

  test("quantile interpolates between the two neighbours", () => {
    expect(quantile([10, 20, 30, 40], 0.25)).toBe(17.5);
    expect(quantile([1, 2, 3, 4, 5], 0.99)).toBeCloseTo(4.96);
  });

  test("quantile orders by number, not by text, and leaves its input as it was", () => {
    const values = [10, 9, 100];
    expect(median(values)).toBe(10);
    expect(values).toEqual([10, 9, 100]);
  });
});

describe("median", () => {
  test("median is the middle of an odd count and the mean of the middle two of an even one", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
});

describe("summarise", () => {
  test("summarise gives the five numbers", () => {
    expect(summarise([5, 1, 4, 2, 3])).toEqual({
      count: 5,
      min: 1,
      q1: 2,
      median: 3,
      q3: 4,
      max: 5,
    });
  });

  test("summarise gives the same number five times for a single value", () => {
    expect(summarise([7])).toEqual({ count: 1, min: 7, q1: 7, median: 7, q3: 7, max: 7 });
  });
});

describe("pairRatios", () => {
  test("pairRatios refuses figures that are not positive", () => {
    expect(() => pairRatios([{ floor: 0, ours: 1 }], "lower")).toThrow("must be positive");
    expect(() => pairRatios([{ floor: 1, ours: NaN }], "lower")).toThrow("must be positive");
  });

  test("pairRatios divides ours by the floor when lower is better", () => {
    expect(
      pairRatios(
        [
          { floor: 2, ours: 3 },
          { floor: 4, ours: 2 },
        ],
        "lower",
      ),
    ).toEqual([1.5, 0.5]);
  });

  test("pairRatios divides the floor by ours when higher is better, so that above 1 is always dearer", () => {
    expect(pairRatios([{ floor: 300, ours: 100 }], "higher")).toEqual([3]);
  });

  test("pairRatios takes the ratio within each pair, so that a slow moment of the machine cancels out", () => {
    const pairs = [
      { floor: 1, ours: 2 },
      { floor: 10, ours: 20 },
      { floor: 3, ours: 6 },
    ];
    expect(median(pairRatios(pairs, "lower"))).toBe(2);
  });
});
