import { setTimeout as delay } from "node:timers/promises";

import type { PendingPoll } from "./pending-poll.ts";

/**
 * Polls that are answered at a time when the gateway stops, and the pause between, in ms: their clients all connect to
 * another gateway, which serves other requests beside.
 */
const stoppedAtOnce = 10;
const stopPauseMs = 20;
/** Time in which all are answered, however many they are, in ms: less than after what a stop cuts connections. */
const maxStopMs = 8000;

/** Answers polls a few at a time until none is pending; `answer` takes each out of those that are. */
export async function answerGradually(
  pending: ReadonlySet<PendingPoll>,
  answer: (poll: PendingPoll) => void,
): Promise<void> {
  const until = performance.now() + maxStopMs;
  while (pending.size > 0) {
    const pauses = Math.max(until - performance.now(), stopPauseMs) / stopPauseMs;
    const atOnce = Math.max(stoppedAtOnce, Math.ceil(pending.size / pauses));
    for (const poll of [...pending].slice(0, atOnce)) answer(poll);
    await delay(stopPauseMs);
  }
}
