export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

/** Returns a factor from 0.9 up to 1.1, so that what failed together does not come back together. */
export function spread(random: () => number): number {
  return 0.9 + 0.2 * random();
}

/**
 * Returns the wait after this many tries, in ms, spread over a fifth; null after the last. `waits` are those before the
 * second, third, … try.
 */
export function waitFrom(
  waits: readonly number[],
  tries: number,
  random: () => number,
): number | null {
  const wait = waits[tries - 1];
  return wait === undefined ? null : Math.round(wait * spread(random));
}

/**
 * Returns milliseconds that a header Retry-After asks to wait, a day at most; null when it is missing or says nothing.
 */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - now;
  return Number.isNaN(wait) || wait <= 0 ? null : Math.min(wait, 24 * hour);
}
