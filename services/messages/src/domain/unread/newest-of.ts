import type { IdStretch } from "./id-list.ts";

/** Finds the id from which on there are at most `max` ids; 0 when there are no more altogether. Ids are unique. */
export function findOldest(stretches: readonly IdStretch[], max: number): number {
  const count = stretches.reduce((sum, ids) => sum + ids.length, 0);
  if (count <= max) return 0;
  let low = 0;
  let high = stretches.reduce((newest, ids) => Math.max(newest, ids.at(ids.length - 1)), 0) + 1;
  // Where the id stands in each of them, at least and at most: each step looks only between the two.
  let least = new Int32Array(stretches.length);
  let most = Int32Array.from(stretches, ({ length }) => length);
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const found = positionsOf(middle, stretches, [least, most]);
    const before = found.reduce((sum, position) => sum + position, 0);
    if (count - before <= max) [high, most] = [middle, found];
    else [low, least] = [middle + 1, found];
  }
  return low;
}

/** Finds the positions by a plain loop, since it is run some twenty times over hundreds of topics. */
function positionsOf(
  id: number,
  stretches: readonly IdStretch[],
  [least, most]: readonly [Int32Array, Int32Array],
): Int32Array<ArrayBuffer> {
  const found = new Int32Array(stretches.length);
  for (let index = 0; index < stretches.length; index += 1) {
    const [from = 0, to = 0] = [least[index], most[index]];
    found[index] = from === to ? from : (stretches[index]?.positionOf(id, from, to) ?? 0);
  }
  return found;
}
