import { describe, expect, test } from "vitest";

import { catalogue } from "./catalogue.ts";
import { readHistory } from "./history-file.ts";
import { addToHistory } from "./history.ts";
import { reportCase } from "./report.ts";
import type { Results } from "./results-file.ts";

const bench = { name: "send", description: "A send.", floor: "a hop" };

const pairs = [
  { first: "floor", floor: { value: 1 }, ours: { value: 2 } },
  { first: "ours", floor: { value: 2 }, ours: { value: 8 } },
  { first: "floor", floor: { value: 1.2345 }, ours: { value: 3 } },
] as const;

const report = reportCase(
  {
    label: "50 sends a second",
    unit: "ms",
    better: "lower",
    target: { maxRatio: 3 },
    prepare: () => Promise.reject(new Error("not measured here")),
  },
  pairs,
);

const results: Results = {
  bench: "send",
  startedAt: new Date("2026-11-23T22:10:00Z"),
  quick: false,
  machine: {
    cores: 2,
    model: "EPYC",
    memoryBytes: 1,
    kernel: "6",
    node: "v24",
    loadAverageBefore: [0.34],
    commit: "abc1234",
  },
  cases: [{ report, pairs }],
};

describe("addToHistory", () => {
  test("a history adds each case with its medians, date, commit and machine", () => {
    expect(addToHistory(null, bench, results)).toEqual({
      bench: "send",
      description: "A send.",
      floor: "a hop",
      entries: [
        {
          case: "50 sends a second",
          date: "2026-11-23",
          commit: "abc1234",
          machine: "2 cores, EPYC, node v24, load before 0.3",
          pairs: 3,
          unit: "ms",
          ours: 3,
          floor: 1.23,
          ratio: { median: 2.43, q1: 2.22, q3: 3.22 },
          target: { maxRatio: 3, met: true },
        },
      ],
    });
  });

  test("a history keeps what was recorded before, and what the bench says of itself now", () => {
    const before = addToHistory(null, { ...bench, floor: "something else" }, results);
    const after = addToHistory(before, bench, results);
    expect(after.entries).toHaveLength(2);
    expect(after.floor).toBe("a hop");
  });
});

describe("recorded histories", () => {
  const recorded = catalogue.flatMap((one) => {
    const history = readHistory(one.name);
    return history === null ? [] : [{ name: one.name, one, history }];
  });

  test.each(recorded)(
    "the results of $name say what the bench says of itself",
    ({ one, history }) => {
      const { description, floor, name } = one;
      expect(history).toMatchObject({ bench: name, description, floor });
    },
  );
});
