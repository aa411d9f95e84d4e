import { type ReadonlySignal, signal } from "@preact/signals";

/** What a slow line and whole seconds in headers may make of a clock that is right. */
const toleranceMs = 120_000;

const ahead = signal(0);

/** By how much the clock of this device is ahead of the server's, in ms; 0 as long as that may be chance. */
export const clockAheadMs: ReadonlySignal<number> = ahead;

/** Compares the clock of this device with the time that an answer of the server names. */
export function compareClock({ headers }: Response): void {
  const serverMs = Date.parse(headers.get("date") ?? "");
  const aheadMs = Date.now() - serverMs;
  // Not at each answer: what shows times is drawn again.
  if (Number.isNaN(aheadMs) || Math.abs(aheadMs - ahead.peek()) < toleranceMs) return;
  ahead.value = Math.abs(aheadMs) < toleranceMs ? 0 : aheadMs;
}

/** Returns the time as the server has it, in ms since 1970. */
export function serverNowMs(): number {
  return Date.now() - ahead.peek();
}
