import { type UserRecord, userSettings } from "@team-chat/contract";
import { hour, minute, second, waitFrom } from "@team-chat/delivery";

/** Time for which somebody who was there when they were written to is taken to be reading. */
const readingMs = 10 * minute;
/** Waits before the second, third, … try; the last of them goes on. */
const waits = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute];
const longestWait = 30 * minute;

/** Age from which a message is no news any more: nobody was told of it because something was away. */
export const staleMs = 12 * hour;
/** Time after it was due from which nobody is told of a message any more. */
export const givenUpMs = 72 * hour;

const period = userSettings.shape.email_notifications_batching_period_seconds.catch(120);

/**
 * Returns how long e-mail about a message waits for more, and for its reader (docs/behaviour/mail.md#missed-messages).
 */
export function dueMs(settings: UserRecord["settings"], wasPresent: boolean): number {
  const waitMs = period.parse(settings["email_notifications_batching_period_seconds"]) * second;
  return wasPresent ? Math.max(waitMs, readingMs) : waitMs;
}

/** Returns milliseconds to wait after this many tries, spread over a fifth. */
export function waitAfter(tries: number, random: () => number): number {
  return waitFrom(waits, tries, random) ?? longestWait;
}
