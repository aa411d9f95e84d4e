import { hour, minute, second, waitFrom } from "@team-chat/delivery";

/** Waits before the second, third, … try of a push: about nine hours in all. */
const waits = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, 2 * hour, 6 * hour];

/** Time after which a message is no news any more, and a push service need not keep it longer either. */
export const lifetimeMs = 12 * hour;

/** Returns milliseconds to wait after this many tries, spread over a fifth; null after the last. */
export function waitAfter(tries: number, random: () => number): number | null {
  return waitFrom(waits, tries, random);
}
