import { afterEach, describe, test, vi } from "vitest";

import { leadAloneBy } from "../../src/live/lead-alone.ts";

const never = new AbortController().signal;

/** The locks of a page that is being left: HTML lets no document have any that is not fully active. */
const ofPageThatGoes = {
  request: () => Promise.reject(new DOMException("The page is gone.", "InvalidStateError")),
  query: () => Promise.reject(new DOMException("The page is gone.", "InvalidStateError")),
} as unknown as LockManager;

afterEach(() => {
  vi.useRealTimers();
});

describe("which tab leads (docs/subsystems/web-client-live.md#several-tabs)", () => {
  test("a page that is being left does not ask for the lead again at once", async ({ expect }) => {
    vi.useFakeTimers();
    const lead = leadAloneBy(ofPageThatGoes, "gone");
    let tries = 0;
    const done = lead(() => Promise.resolve(), { giveUp: never }).then(() => (tries += 1));
    await vi.advanceTimersByTimeAsync(999);
    expect(tries).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(tries).toBe(1);
  });

  test("one tab leads at a time, another gives up waiting, and a third takes over from it", async ({
    expect,
  }) => {
    const lead = leadAloneBy(navigator.locks, "queue");
    const begun = Promise.withResolvers<AbortSignal>();
    const first = lead(
      (end) => {
        begun.resolve(end);
        return new Promise(() => undefined);
      },
      { giveUp: never },
    );
    const end = await begun.promise;
    const giveUp = new AbortController();
    let hasLed = false;
    const second = lead(() => Promise.resolve(void (hasLed = true)), { giveUp: giveUp.signal });
    giveUp.abort();
    await second;
    expect([hasLed, end.aborted]).toEqual([false, false]);
    await lead(() => Promise.resolve(void (hasLed = true)), { takeOver: true });
    await first;
    expect([hasLed, end.aborted]).toEqual([true, true]);
  });
});
