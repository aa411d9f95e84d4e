import { describe, test } from "vitest";

import { fieldOf, offeredTimes, secondsOf } from "../src/views/later/times.ts";

/** Offers times at a moment of the time zone that the tests run in. */
function offeredAt(...moment: readonly [number, number, number, number, number]) {
  const [year, month, day, hour, minute] = moment;
  const now = new Date(year, month, day, hour, minute, 30);
  return offeredTimes(now.getTime()).map(({ seconds, text }) => [text, fieldOf(seconds)]);
}

describe("times that are offered (docs/subsystems/web-client.md#later)", () => {
  test("in the morning of a Wednesday, the evening, the next morning and Monday are offered", ({
    expect,
  }) => {
    expect(offeredAt(2026, 10, 25, 8, 15)).toEqual([
      ["later.inAnHour", "2026-11-25T09:16"],
      ["later.tonight", "2026-11-25T18:00"],
      ["later.tomorrow", "2026-11-26T09:00"],
      ["later.monday", "2026-11-30T09:00"],
    ]);
  });

  test("in the evening of the last day of a year that is a Sunday, Monday is tomorrow and is offered once", ({
    expect,
  }) => {
    expect(offeredAt(2028, 11, 31, 17, 30)).toEqual([
      ["later.inAnHour", "2028-12-31T18:31"],
      ["later.tomorrow", "2029-01-01T09:00"],
    ]);
  });

  test("on a Monday the next Monday is offered", ({ expect }) => {
    expect(offeredAt(2026, 10, 30, 23, 0).at(-1)).toEqual(["later.monday", "2026-12-07T09:00"]);
  });

  test("a field for date and time is read as what it was written from", ({ expect }) => {
    expect(secondsOf(fieldOf(1_800_000_000))).toBe(1_800_000_000);
    expect(secondsOf("")).toBeNaN();
  });
});
