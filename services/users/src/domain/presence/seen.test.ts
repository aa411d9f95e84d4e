import fc from "fast-check";
import { describe, test } from "vitest";

import { isBack, latest, offlineAfterMs, type Seen, seenAfter } from "./seen.ts";

const joined = 1000;
const known: Seen = { activeAt: 500_000, connectedAt: 500_000, inputAt: null };
const ping = (at: number, isActive = true, hasInput = false) => ({ at, isActive, hasInput });

describe("what a report says", () => {
  test("the first is always news; an idle one leaves the time of joining as last activity", ({
    expect,
  }) => {
    expect(seenAfter(undefined, ping(600_000, false), joined)).toEqual({
      activeAt: joined,
      connectedAt: 600_000,
      inputAt: null,
    });
  });

  test("a report says nothing new within 50 seconds of one like it", ({ expect }) => {
    expect(seenAfter(known, ping(550_000), joined)).toBeNull();
    expect(seenAfter(known, ping(550_000, false), joined)).toBeNull();
    expect(seenAfter(known, ping(550_001, true, true), joined)).toEqual({
      activeAt: 550_001,
      connectedAt: 550_001,
      inputAt: 550_001,
    });
    const idle = { ...known, connectedAt: 600_000 };
    expect(seenAfter(idle, ping(601_000), joined)).toMatchObject({ activeAt: 601_000 });
  });

  test("somebody is back only after having been away longer than the threshold", ({ expect }) => {
    const later = known.activeAt + offlineAfterMs;
    const back = seenAfter(known, ping(later + 1), joined);
    const same = seenAfter(known, ping(later), joined);
    const idle = seenAfter(known, ping(later + 1, false), joined);
    expect([back, same, idle].map((seen) => seen !== null && isBack(known, seen))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("times never go back, and rows stay within one for each 50 seconds", ({ expect }) => {
    const pings = fc.array(
      fc.record({ step: fc.integer({ min: 0, max: 90_000 }), isActive: fc.boolean() }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(pings, (steps) => {
        let seen: Seen | undefined;
        let at = joined;
        let written = 0;
        for (const { step, isActive } of steps) {
          at += step;
          const next = seenAfter(seen, ping(at, isActive), joined);
          if (next === null) continue;
          written += 1;
          expect(next.activeAt).toBeGreaterThanOrEqual(seen?.activeAt ?? joined);
          expect(next.connectedAt).toBeGreaterThanOrEqual(seen?.connectedAt ?? joined);
          seen = next;
        }
        // One for connections and one for activity at most in each span.
        expect(written).toBeLessThanOrEqual(2 + 2 * Math.floor((at - joined) / 50_000));
      }),
    );
  });

  test("the later of the reports of two processes is true", ({ expect }) => {
    const other = { activeAt: 400_000, connectedAt: 700_000, inputAt: 3 };
    expect(latest(known, other)).toEqual({
      activeAt: 500_000,
      connectedAt: 700_000,
      inputAt: 3,
    });
    expect(latest(known, known)).toEqual(known);
  });
});
