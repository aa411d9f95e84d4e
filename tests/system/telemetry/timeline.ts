/** Values of series by name and labels, and when they were read. */
export interface Scrape {
  readonly atMs: number;
  readonly values: ReadonlyMap<string, number>;
}

/** Scrapes before, during and after a fault. */
export interface Scrapes {
  readonly before: Scrape;
  /** Two, between which the fault went on. */
  readonly during: readonly [Scrape, Scrape];
  readonly after: Scrape;
}

/** Minutes for which nothing happened before a fault, and after it: more than what alerts look back for. */
export const quietMinutes = 70;

/** Names of gauges that tell an age: while nothing is done about it, it grows by a second each second. */
const age = /_(?:age|stalled)_seconds$/;
/** Names of gauges that tell how much waits. */
const waiting = /_lag$/;
const counter = /_(?:total|count|sum|bucket)$/;

/**
 * Makes a fault of two scrapes last for minutes: each minute, counters go on as they did between the two, ages that
 * have grown become a minute older, and everything else stays as it is. Before and after it everything stays as it was
 * scraped. Returns series as promtool takes them, one value for each minute.
 */
export function lasting(
  { after, before, during: [first, second] }: Scrapes,
  minutes: number,
): readonly { readonly series: string; readonly values: string }[] {
  const names = [before, first, second, after].flatMap(({ values }) => [...values.keys()]);
  return [...new Set(names)].map((series) => {
    const values = [
      constant(before.values.get(series), quietMinutes),
      growth(series, [first, second], minutes),
      constant(after.values.get(series), quietMinutes),
    ];
    return { series, values: values.join(" ") };
  });
}

/** Has what happened between two scrapes go on for minutes. Returns series as promtool takes them. */
export function goingOn(
  between: readonly [Scrape, Scrape],
  minutes: number,
): readonly { readonly series: string; readonly values: string }[] {
  return [...between[1].values.keys()].map((series) => ({
    series,
    values: growth(series, between, minutes),
  }));
}

/** Writes one value for each minute, which grows as it did between the two scrapes if it is one that grows. */
function growth(
  series: string,
  [first, second]: readonly [Scrape, Scrape],
  minutes: number,
): string {
  const [name = ""] = series.split("{");
  const value = second.values.get(series);
  const seconds = (second.atMs - first.atMs) / 1000;
  const start = first.values.get(series) ?? (counter.test(name) ? 0 : value);
  if (value === undefined || start === undefined) return constant(value, minutes);
  const isMeasured = counter.test(name) || waiting.test(name);
  const slope = isMeasured ? (value - start) / seconds : 0;
  // Two scrapes are too close to each other to measure what a second adds to an age: one that is late halves it.
  const perSecond = age.test(name) && value > start ? 1 : slope;
  return `${value.toFixed(6)}+${Math.max(0, perSecond * 60).toFixed(6)}x${minutes - 1}`;
}

function constant(value: number | undefined, minutes: number): string {
  return value === undefined ? `_x${minutes}` : `${value.toFixed(6)}x${minutes - 1}`;
}
