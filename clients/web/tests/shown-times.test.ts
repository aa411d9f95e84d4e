import { describe, test } from "vitest";

import { dayOf, recallTimes, show24Hours, timeOf, timesToKeep } from "../src/texts/texts.ts";

const seconds = new Date(2026, 10, 25, 8, 5).getTime() / 1000;

describe("times that were shown (docs/subsystems/web-client.md#what-is-in-the-page)", () => {
  test("a time is written as an earlier visit has written it", ({ expect }) => {
    timeOf(seconds);
    const [key = ""] = [...timesToKeep().keys()].slice(-1);
    recallTimes(new Map([[key.replace("8:5", "9:7"), "as before"]]));
    expect(timeOf(seconds + 62 * 60)).toBe("as before");
  });

  test("a day of this year is written with its weekday, any other with its year", ({ expect }) => {
    expect(dayOf(seconds, seconds * 1000)).toBe("Wednesday, November 25");
    expect(dayOf(seconds, (seconds + 366 * 86_400) * 1000)).toBe("November 25, 2026");
  });

  test("a time is written anew where hours are shown otherwise than at an earlier visit", ({
    expect,
    onTestFinished,
  }) => {
    const before = timeOf(seconds);
    onTestFinished(() => {
      show24Hours(false);
    });
    show24Hours(true);
    expect(before).toMatch(/^8:05\sAM$/);
    expect(timeOf(seconds)).toBe("08:05");
  });

  test("a hundred times are kept, those that were shown last", ({ expect }) => {
    for (let minute = 0; minute < 120; minute += 1) timeOf(seconds + minute * 60);
    const kept = [...timesToKeep().values()];
    expect(kept).toHaveLength(100);
    expect(kept.at(-1)).toBe(timeOf(seconds + 119 * 60));
  });
});
