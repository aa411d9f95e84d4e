import { positionOf } from "./gaps.ts";

interface Ids {
  /** Ascending. */
  readonly ids: readonly number[];
  /** Of these ids those that mention everybody. */
  readonly everyone: readonly number[];
}

/** The id from which on there are at most `max` ids; 0 when there are no more altogether. Ids are unique. */
export function findOldest(topics: readonly Pick<Ids, "ids">[], max: number): number {
  let low = 0;
  let high = topics.reduce((newest, { ids }) => Math.max(newest, ids.at(-1) ?? 0), 0) + 1;
  const countFrom = (id: number) =>
    topics.reduce((sum, { ids }) => sum + ids.length - positionOf(ids, id), 0);
  if (countFrom(0) <= max) return 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (countFrom(middle) <= max) high = middle;
    else low = middle + 1;
  }
  return low;
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
