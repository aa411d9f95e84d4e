import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

import type { LoadResult } from "./closed-loop.ts";

interface OpenLoop {
  readonly ratePerSecond: number;
  /** Infinity where `signal` says when to end. */
  readonly durationMs: number;
  /** Ends the load before its time; what was started is waited for. */
  readonly signal?: AbortSignal;
  /**
   * Fails the run when more are unanswered: the target cannot keep up, and a latency would only say how long it ran.
   */
  readonly maxInFlight?: number;
  /** True to sleep until a request is due, up to 2 ms too long, where the processors shall be left to the target. */
  readonly isSleepy?: boolean;
  /** Does the request with this number, counted from 0. */
  readonly send: (index: number) => Promise<unknown>;
}

// Timers are up to 1 ms late; the last stretch before a request is due is spent turning the event loop instead.
const timerSlackMs = 2;

/**
 * Latency under a steady arrival rate: requests start on schedule whether or not earlier ones were answered, and each
 * latency counts from the moment its request was due, so a target that stalls is charged for all that waited meanwhile.
 * @throws the first error of any request; every request that was started has been waited for.
 */
export async function openLoop(load: OpenLoop): Promise<LoadResult> {
  const { durationMs, isSleepy = false, maxInFlight = 1000, send, signal } = load;
  const slackMs = isSleepy ? 0 : timerSlackMs;
  const intervalMs = 1000 / load.ratePerSecond;
  const count = Math.max(1, Math.round(durationMs / intervalMs));
  const latenciesMs: number[] = [];
  const failures: unknown[] = [];
  const started: Promise<void>[] = [];
  const sendAt = async (index: number, dueAt: number): Promise<void> => {
    try {
      await send(index);
      latenciesMs.push(performance.now() - dueAt);
    } catch (error) {
      failures.push(error);
    }
  };
  const startedAt = performance.now();
  for (let index = 0; index < count && failures.length === 0; index += 1) {
    if (signal?.aborted === true) break;
    const dueAt = startedAt + index * intervalMs;
    await waitUntil(dueAt, slackMs);
    if (started.length - latenciesMs.length > maxInFlight) {
      failures.push(new Error(`more than ${maxInFlight} requests are waiting for the target`));
    }
    started.push(sendAt(index, dueAt));
  }
  await Promise.all(started);
  if (failures.length > 0) {
    throw failures[0];
  }
  return { latenciesMs, elapsedMs: performance.now() - startedAt };
}

async function waitUntil(time: number, slackMs: number): Promise<void> {
  const ahead = time - performance.now() - slackMs;
  if (ahead > 0) {
    await delay(Math.ceil(ahead));
  }
  while (performance.now() < time) {
    await nextTurn();
  }
}
