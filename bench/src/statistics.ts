/** Five numbers that show where the values lie and how far they spread. */
export interface Summary {
  readonly count: number;
  readonly min: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly max: number;
}

/** Direction of improvement of a figure. */
export type Better = "lower" | "higher";

/**
 * Returns the value below which the share `q` (0 to 1) of the values lies, interpolated between neighbours.
 * @throws RangeError when there are no values, one is not a finite number, or `q` is outside 0 to 1.
 */
export function quantile(values: readonly number[], q: number): number {
  return quantileOfSorted(sorted(values), q);
}

/** Returns the middle value. @throws RangeError when there are no values or one is not a finite number. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** @throws RangeError when there are no values or one is not a finite number. */
export function summarise(values: readonly number[]): Summary {
  const ordered = sorted(values);
  const at = (q: number): number => quantileOfSorted(ordered, q);
  return {
    count: ordered.length,
    min: at(0),
    q1: at(0.25),
    median: at(0.5),
    q3: at(0.75),
    max: at(1),
  };
}

/**
 * Computes our cost as a multiple of the floor's, pair by pair and in their order: above 1 means dearer than the floor.
 * @throws RangeError when a figure is not a positive number, because a ratio of it would say nothing.
 */
export function pairRatios(
  pairs: readonly { readonly floor: number; readonly ours: number }[],
  better: Better,
): number[] {
  return pairs.map(({ floor, ours }) => {
    if (!(floor > 0 && ours > 0 && Number.isFinite(floor) && Number.isFinite(ours))) {
      throw new RangeError(`no ratio of ours ${ours} to floor ${floor}: both must be positive`);
    }
    return better === "lower" ? ours / floor : floor / ours;
  });
}

function sorted(values: readonly number[]): number[] {
  if (values.length === 0) {
    throw new RangeError("no values to summarise");
  }
  if (!values.every(Number.isFinite)) {
    throw new RangeError("a value is not a finite number");
  }
  return values.toSorted((a, b) => a - b);
}

function quantileOfSorted(ordered: readonly number[], q: number): number {
  if (!(q >= 0 && q <= 1)) {
    throw new RangeError(`quantile ${q} is outside 0 to 1`);
  }
  const position = (ordered.length - 1) * q;
  const below = ordered[Math.floor(position)] ?? NaN;
  const above = ordered[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position - Math.floor(position));
}
