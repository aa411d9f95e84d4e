// Chooses among nodes by rendezvous hashing: every process computes the same choice without asking anybody, and when a
// node comes or goes only the keys move that it gets or had. Processes of different releases must agree, so the weights
// never change.
import { hashText } from "@team-chat/work";

/**
 * Ranks all nodes' ids in the order in which they are tried for the key; the first is its owner. With a turn as many of
 * them as it says come last, in their order: with 1 the second is the first.
 */
export function rankNodes(key: string, ids: readonly string[], turn = 0): readonly string[] {
  if (ids.length < 2) return ids;
  const ranked = ids
    .map((id) => ({ id, weight: weightOf(key, id) }))
    .toSorted((one, other) => other.weight - one.weight || (one.id > other.id ? -1 : 1))
    .map(({ id }) => id);
  const first = turn % ranked.length;
  return first === 0 ? ranked : [...ranked.slice(first), ...ranked.slice(0, first)];
}

/** Mixes FNV-1a by the finalizer of MurmurHash3, because FNV alone leaves the high bits of short texts nearly equal. */
function weightOf(key: string, id: string): number {
  let hash = hashText(`${key}:${id}`);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
