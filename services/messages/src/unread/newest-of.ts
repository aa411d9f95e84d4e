import { positionOf } from "./gaps.ts";

interface Ids {
  /** Ascending. */
  readonly ids: readonly number[];
  /** Of these ids those that mention everybody. */
  readonly everyone: readonly number[];
}

/** The id from which on there are at most `max` ids; 0 when there are no more altogether. Ids are unique. */
export function findOldest(topics: readonly Pick<Ids, "ids">[], max: number): number {
  if (countFrom(topics, 0) <= max) return 0;
  let low = 0;
  let high = topics.reduce((newest, { ids }) => Math.max(newest, ids.at(-1) ?? 0), 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (countFrom(topics, middle) <= max) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A plain loop, since it is run some twenty times over hundreds of topics. */
function countFrom(topics: readonly Pick<Ids, "ids">[], id: number): number {
  let count = 0;
  for (const { ids } of topics) count += ids.length - positionOf(ids, id);
  return count;
}

/** The topics without ids below the given one; those of which nothing is left are left out. */
export function cutAt<T extends Ids>(topics: readonly T[], oldest: number): readonly T[] {
  return topics.flatMap((topic) => {
    const from = positionOf(topic.ids, oldest);
    if (from === 0) return [topic];
    const ids = topic.ids.slice(from);
    const everyone = topic.everyone.filter((id) => id >= oldest);
    return ids.length === 0 ? [] : [{ ...topic, ids, everyone }];
  });
}
