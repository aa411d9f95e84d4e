import { hour, minute, second, waitFrom } from "@team-chat/delivery";

/** Waits before the second, third, … try: about three days in all. */
const waits = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
];

/** Longest life of a delivery however often its endpoint pauses: a little more than all its waits at their longest. */
const lifetimeMs = 78 * hour;

/**
 * Time that a conversation waits for the first try before it is told that the bot does not answer; a failed try tells
 * it at once.
 */
const lateMs = 30 * second;

/**
 * Returns the two deadlines of a delivery that begins now (milliseconds since 1970): for telling the conversation, and
 * for giving up.
 */
export function endsFrom(now: number): { readonly lateAt: Date; readonly expiresAt: Date } {
  return { lateAt: new Date(now + lateMs), expiresAt: new Date(now + lifetimeMs) };
}

/** Returns for how long a delivery that will be given up on then has been wanted, in ms. */
export function wantedForMs(expiresAt: Date, now: number): number {
  return Math.max(0, now + lifetimeMs - expiresAt.getTime());
}

/** Returns milliseconds to wait after this many tries, spread over a fifth; null after the last. */
export function waitAfter(tries: number, random: () => number): number | null {
  return waitFrom(waits, tries, random);
}
