/** Names and values that tell the series of one metric apart. There are few values of each. */
export type Labels = Readonly<Record<string, string | number>>;

interface Description {
  /** Name by the conventions of OpenTelemetry: `what.is.measured`, without its unit. */
  readonly name: string;
  /** Short name for people, above the panel of a dashboard: at most 30 characters, as a telephone shows. */
  readonly title: string;
  /** Unit in the notation of UCUM: `s`, `By`, `1`, or what is counted in braces: `{row}`. */
  readonly unit: string;
  /** A sentence that says what a value means, to somebody who sees no other. */
  readonly meaning: string;
  readonly labels?: readonly string[];
}

/** A number that only grows while the process lives. */
export interface CounterDefinition extends Description {
  readonly kind: "counter";
}

/** A number as it is at the moment. */
export interface GaugeDefinition extends Description {
  readonly kind: "gauge";
  /** True for what all processes of a service tell alike, such as the rows of a table. */
  readonly isShared?: boolean;
}

/** Numbers of values within bounds. */
export interface HistogramDefinition extends Description {
  readonly kind: "histogram";
  /** Upper bounds, ascending. */
  readonly bounds: readonly number[];
}

export type MetricDefinition = CounterDefinition | GaugeDefinition | HistogramDefinition;

/**
 * Describes a metric. Definitions stand in files named `…metrics.ts` beside what they measure; docs/metrics.md lists
 * all of them.
 */
export function defineCounter(description: Description): CounterDefinition {
  return { kind: "counter", ...description };
}

/** Describes a metric that is looked at, not counted; see `defineCounter`. */
export function defineGauge(
  description: Description & Pick<GaugeDefinition, "isShared">,
): GaugeDefinition {
  return { kind: "gauge", ...description };
}

/** Describes a metric of many values, such as durations; see `defineCounter`. */
export function defineHistogram(
  description: Description & Pick<HistogramDefinition, "bounds">,
): HistogramDefinition {
  return { kind: "histogram", ...description };
}

const unitNames: Readonly<Record<string, string>> = { s: "seconds", By: "bytes" };

/** Returns the name under which Prometheus knows a metric, without the endings of histograms. */
export function prometheusName({
  kind,
  name,
  unit,
}: Pick<MetricDefinition, "kind" | "name" | "unit">): string {
  const whole = [name.replaceAll(".", "_"), unitNames[unit]].filter(Boolean).join("_");
  return kind === "counter" ? `${whole}_total` : whole;
}
