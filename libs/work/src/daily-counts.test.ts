import { describe, onTestFinished, test, vi } from "vitest";

import { type DailyCount, DailyCounts, mostAtOnce } from "./daily-counts.ts";

interface Count extends DailyCount {
  counted: number;
  noted: number;
}

/** Counts of which a test says when time passes, and what was noted together. */
function setUp() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const notes: number[][] = [];
  const failures: unknown[] = [];
  const counts = new DailyCounts<Count>({
    now: () => 0,
    begin: (of) => ({ ...of, counted: 0, noted: 0 }),
    isDue: ({ counted, noted }) => counted > noted,
    note: async (some) => {
      await Promise.resolve();
      if (failures.length > 0) throw failures.pop();
      for (const one of some) one.noted = one.counted;
      notes.push(some.map(({ realmId }) => realmId));
    },
    onError: () => undefined,
  });
  const count = (first: number, last = first) => {
    for (let realmId = first; realmId <= last; realmId += 1) counts.of(realmId).counted += 1;
  };
  return { count, counts, failures, notes };
}

const second = () => vi.advanceTimersByTimeAsync(1000);

describe("counts of each day (docs/hosting.md#usage)", () => {
  test("what was counted is noted within a second, once, and again when that failed", async ({
    expect,
  }) => {
    const { count, failures, notes } = setUp();
    count(7);
    failures.push(new Error("Nobody takes it."));
    await second();
    expect(notes).toEqual([]);
    await second();
    await second();
    expect(notes).toEqual([[7]]);
  });

  test("organizations take turns when they are very many, and all are noted at the end", async ({
    expect,
  }) => {
    const { count, counts, notes } = setUp();
    count(1, mostAtOnce + 2);
    await second();
    count(1, 2);
    await second();
    expect(notes.map((some) => some.length)).toEqual([mostAtOnce, 4]);
    expect(notes[1]).toEqual([mostAtOnce + 1, mostAtOnce + 2, 1, 2]);
    count(1, 2 * mostAtOnce);
    await counts[Symbol.asyncDispose]();
    expect(notes.slice(2).map((some) => some.length)).toEqual([mostAtOnce, mostAtOnce]);
  });
});
