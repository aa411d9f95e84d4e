/**
 * Numbers from 0 up to 1 that follow from the seed (mulberry32), so that a failing order of crashes can be had again.
 */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Shuffles the items in an order that follows from the random numbers. */
export function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const drawn = items.map((item) => ({ item, at: random() }));
  return drawn.toSorted((one, other) => one.at - other.at).map(({ item }) => item);
}
