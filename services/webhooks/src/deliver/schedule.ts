const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

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

/** Milliseconds to wait after this many tries, spread over a fifth so that what failed together does not come back together; null after the last. */
export function waitAfter(tries: number, random: () => number): number | null {
  const wait = waits[tries - 1];
  return wait === undefined ? null : Math.round(wait * (0.9 + 0.2 * random()));
}
