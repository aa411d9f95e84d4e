import { describe, expect, test } from "vitest";

import type { Case } from "./bench.ts";
import { formatReport, reportCase } from "./report.ts";

const measured: Case = {
  label: "sends",
  unit: "ms",
  better: "lower",
  prepare: () => Promise.reject(new Error("not measured here")),
};

const pairs = [
  { first: "floor", floor: { value: 1, latenciesMs: [1, 1] }, ours: { value: 2 } },
  { first: "ours", floor: { value: 2, latenciesMs: [2, 4] }, ours: { value: 8 } },
  { first: "floor", floor: { value: 1, latenciesMs: [1, 3] }, ours: { value: 3 } },
] as const;

describe("reportCase", () => {
  test("reportCase refuses a case without pairs", () => {
    expect(() => reportCase(measured, [])).toThrow("no values");
  });

  test("reportCase gives the median and spread of the pair ratios, not the ratio of the medians", () => {
    expect(reportCase(measured, pairs).ratio).toMatchObject({ min: 2, median: 3, max: 4 });
  });

  test("reportCase gives percentiles over all raw latencies, and none where there are none", () => {
    const report = reportCase(measured, pairs);
    expect(report.floor.latenciesMs?.p50).toBe(1.5);
    expect(report.ours.latenciesMs).toBeNull();
  });

  test("reportCase compares the target with the ratio, or with our own value", () => {
    const verdict = (target: NonNullable<Case["target"]>): boolean | undefined =>
      reportCase({ ...measured, target }, pairs).target?.met;
    expect(verdict({ maxRatio: 3 })).toBe(true);
    expect(verdict({ maxRatio: 2.9 })).toBe(false);
    expect(verdict({ maxValue: 3 })).toBe(true);
    expect(verdict({ maxValue: 2 })).toBe(false);
  });
});

describe("formatReport", () => {
  test("formatReport says when a target is missed", () => {
    const report = reportCase({ ...measured, target: { maxRatio: 2 } }, pairs);
    expect(formatReport(report).at(-1)).toContain("ratio ≤ 2: missed");
  });
});
