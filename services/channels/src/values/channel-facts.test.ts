import { describe, test } from "vitest";

import { weeklyTraffic } from "./channel-facts.ts";

const day = 86_400;

describe("the traffic of a channel (docs/behaviour/channels.md#activity-of-a-channel)", () => {
  test("weekly traffic is averaged over the channel's age, at most 28 days, to two significant digits", ({
    expect,
  }) => {
    const cases: [count: number, age: number, traffic: number | null][] = [
      [1000, 0, null],
      [1000, 7 * day - 1, null],
      [10, 7 * day, 10],
      [10, 14 * day, 5],
      [400, 28 * day, 100],
      [400, 2800 * day, 100],
      [0, 30 * day, 0],
      [1, 30 * day, 1],
      [4 * 123, 30 * day, 120],
      [4 * 127, 30 * day, 130],
      [4 * 99, 30 * day, 99],
      [4 * 98_765, 30 * day, 99_000],
      [4 * 99_900, 30 * day, 100_000],
    ];
    expect(cases.map(([count, age]) => weeklyTraffic(count, age))).toEqual(
      cases.map(([, , traffic]) => traffic),
    );
  });
});
