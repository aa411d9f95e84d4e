import { describe, expect, test } from "vitest";

import { closedLoop, ratePerSecond } from "./closed-loop.ts";
import { openLoop } from "./open-loop.ts";

async function lose(): Promise<never> {
  throw new Error("lost a request");
}

describe("closedLoop", () => {
  test("closedLoop fails when one request fails, after all others were answered", async () => {
    let answered = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const send = async (sender: number): Promise<void> => {
      if (sender === 2) {
        release();
        await lose();
      }
      await released;
      answered += 1;
    };
    await expect(closedLoop({ concurrency: 3, durationMs: 10_000, send })).rejects.toThrow("lost");
    expect(answered).toBeGreaterThanOrEqual(2);
  });

  test("closedLoop keeps exactly as many requests in flight as it was told", async () => {
    let inFlight = 0;
    let most = 0;
    const send = async (): Promise<void> => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
    };
    await closedLoop({ concurrency: 4, durationMs: 200, send });
    expect(most).toBe(4);
    expect(inFlight).toBe(0);
  });
});

describe("ratePerSecond", () => {
  test("ratePerSecond counts answered requests only", () => {
    expect(ratePerSecond({ latenciesMs: [1, 2, 3], elapsedMs: 500 })).toBe(6);
  });
});

describe("openLoop", () => {
  test("openLoop fails when one request fails", async () => {
    const load = { ratePerSecond: 1000, durationMs: 5, send: lose };
    await expect(openLoop(load)).rejects.toThrow("lost");
  });

  test("openLoop fails when the target falls too far behind", async () => {
    const held: (() => void)[] = [];
    const send = (index: number): Promise<void> => {
      if (index === 3) {
        held.forEach((release) => release());
        return Promise.resolve();
      }
      return new Promise((resolve) => held.push(resolve));
    };
    const load = { ratePerSecond: 1000, durationMs: 100, maxInFlight: 2, send };
    await expect(openLoop(load)).rejects.toThrow("waiting for the target");
  });

  test("openLoop sends on schedule, however long the answers take", async () => {
    const held: (() => void)[] = [];
    const send = (index: number): Promise<void> => {
      if (index === 4) {
        held.forEach((release) => release());
        return Promise.resolve();
      }
      return new Promise((resolve) => held.push(resolve));
    };
    const { latenciesMs } = await openLoop({ ratePerSecond: 1000, durationMs: 5, send });
    expect(latenciesMs).toHaveLength(5);
  });

  test("openLoop charges a request that starts late for its whole wait", async () => {
    const stallMs = 30;
    const send = async (index: number): Promise<void> => {
      const until = performance.now() + (index === 0 ? stallMs : 0);
      while (performance.now() < until) {
        // The stall of a target that shares this thread.
      }
    };
    const { latenciesMs } = await openLoop({ ratePerSecond: 1000, durationMs: 2, send });
    expect(latenciesMs[1]).toBeGreaterThanOrEqual(stallMs - 1);
  });
});
