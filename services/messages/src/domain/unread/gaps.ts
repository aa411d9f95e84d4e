/** Ids from `low` up to but without `high`. */
export interface Gap {
  readonly low: number;
  readonly high: number;
}

type Between = readonly [from: number, to: number];

/** Reads bounds, low and high in turns; ascending and apart from each other. */
export function parseGaps(text: string): readonly Gap[] {
  const bounds = text.split(",").map(Number);
  const gaps: Gap[] = [];
  for (let at = 0; at + 1 < bounds.length; at += 2)
    gaps.push({ low: bounds[at] ?? 0, high: bounds[at + 1] ?? 0 });
  return gaps;
}

/** Lists those of ascending ids that lie within the gaps. Costs a search per gap, or a walk where gaps are many. */
export function idsWithin(ids: readonly number[], gaps: readonly Gap[]): number[] {
  return gaps.length * searchCost < ids.length ? searchIds(ids, gaps) : walkIds(ids, gaps);
}

/** Between two positions the first one whose id is not below the given one, or the second position. */
export function positionOf(ids: readonly number[], id: number, [first, end]: Between): number {
  let [from, to] = [first, end];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ids[middle] ?? 0) < id) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Steps of two binary searches, about. */
const searchCost = 32;

function searchIds(ids: readonly number[], gaps: readonly Gap[]): number[] {
  const [only, ...others] = gaps;
  if (!only) return [];
  const positions = [0, ids.length] as const;
  const part = ({ low, high }: Gap) =>
    ids.slice(positionOf(ids, low, positions), positionOf(ids, high, positions));
  return others.length === 0 ? part(only) : gaps.flatMap(part);
}

function walkIds(ids: readonly number[], gaps: readonly Gap[]): number[] {
  const found: number[] = [];
  let at = 0;
  for (const id of ids) {
    while (at < gaps.length && (gaps[at]?.high ?? 0) <= id) at += 1;
    const gap = gaps[at];
    if (!gap) break;
    if (id >= gap.low) found.push(id);
  }
  return found;
}
