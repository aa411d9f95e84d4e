import {
  type HistogramDefinition,
  type MetricDefinition,
  prometheusName,
} from "@team-chat/telemetry";

import type { Figure } from "./panels.ts";

const units: Readonly<Record<string, string>> = { s: "s", By: "bytes", "1": "percentunit" };
const rates: Readonly<Record<string, string>> = { "{request}": "reqps" };
/** Unit of everything else that is counted, of which the title says what it is. */
const perSecond = "count:/s";
/** Label of hundreds of series, of which those with the most are drawn. */
const operation = "operation";
const most = 5;
/** Ranges that axes have at least, so that nothing looks like a hundred, and little does not look like much. */
const ranges: Readonly<Record<string, Pick<Figure, "max" | "softMax">>> = {
  short: { softMax: 5 },
  s: { softMax: 1 },
  percentunit: { max: 1 },
};

/** One metric as it is drawn for one service. */
interface Drawn {
  readonly name: string;
  /** Condition that chooses the service's series. */
  readonly own: string;
  readonly labels: readonly string[];
  /** Labels as a legend has them. */
  readonly legend: string;
}

/** Describes a panel for each metric; a greatest value is drawn in the panel of what it bounds. */
export function figuresOf(
  metrics: readonly MetricDefinition[],
  service: string,
): readonly Figure[] {
  const maxima = new Map(
    metrics
      .filter(({ name }) => name.endsWith(".max"))
      .map((metric) => [metric.name.slice(0, -".max".length), metric]),
  );
  return metrics
    .filter(({ name }) => !name.endsWith(".max"))
    .map((metric) => {
      const figure = figureOf(metric, service);
      const bound = maxima.get(metric.name) ?? maxima.get(metric.name.replace(/\.count$/, ""));
      return bound === undefined ? figure : bounded(figure, drawn(bound, service));
    });
}

function figureOf(metric: MetricDefinition, service: string): Figure {
  const it = drawn(metric, service);
  const facts = { title: `${metric.title} · ${it.name}`, description: metric.meaning };
  const view = views[metric.name];
  if (view !== undefined) return { ...facts, ...view(it, metric) };
  if (metric.kind === "histogram") return { ...facts, ...durations(it, metric) };
  if (metric.kind === "counter")
    return { ...facts, unit: rates[metric.unit] ?? perSecond, softMax: 0.1, lines: growth(it) };
  const unit = units[metric.unit] ?? "short";
  return { ...facts, unit, ...ranges[unit], lines: states(it, metric.isShared === true) };
}

type View = Pick<Figure, "lines" | "unit"> & Partial<Omit<Figure, "lines" | "title" | "unit">>;

/** Metrics of which something else matters than what their kind lets one expect. */
const views: Readonly<Record<string, (it: Drawn, metric: MetricDefinition) => View>> = {
  "build.info": ({ name, own }) => ({
    unit: "short",
    softMax: 5,
    description: "Processes by the release, and its commit, that they run, and by their Node.",
    lines: {
      "{{version}}, {{commit}}, Node {{node}}": `count by (version, commit, node) (label_replace(${name}{${own}}, "commit", "$1", "commit", "(.{8}).*"))`,
    },
  }),
  "db.client.connection.count": ({ name, own }) => ({
    unit: "short",
    description:
      "Connections to PostgreSQL in use, by pool, in the process with the most, and how many there may be.",
    lines: { "{{pool}} in use": `max by (pool) (${name}{${own},state="used"})` },
  }),
  "http.server.request.failures": ({ name, own }, { meaning }) => ({
    unit: "reqps",
    softMax: 0.1,
    description: `${meaning} The operations with the most.`,
    lines: {
      "all operations": `sum(rate(${name}{${own}}[$__rate_interval])) or vector(0)`,
      "{{operation}}": `topk(${most}, sum by (operation) (rate(${name}{${own}}[$__rate_interval])) > 0)`,
    },
  }),
  "nats.client.connected": ({ name, own }, { meaning }) => ({
    unit: "short",
    max: 1,
    description: meaning,
    lines: { "{{instance}}": `min by (instance) (${name}{${own}})` },
  }),
  "nodejs.eventloop.delay": ({ name, own }) => ({
    unit: "s",
    // The alert EventLoopLate looks at it.
    limit: 0.25,
    description: "How late timers of a process were since the last look (p99).",
    lines: { "{{instance}}": `max by (instance) (${name}{${own},quantile="p99"})` },
  }),
  "process.cpu.time": ({ name, own }) => ({
    unit: "percentunit",
    description: "Processor time that a process takes; 100 % is one processor.",
    lines: { "{{instance}}": `sum by (instance) (rate(${name}{${own}}[$__rate_interval]))` },
  }),
  "process.memory.usage": ({ name, own }) => ({
    unit: "bytes",
    description: "Memory of a process, all of it (resident).",
    lines: { "{{instance}}": `max by (instance) (${name}{${own},kind="resident"})` },
  }),
};

function drawn(metric: MetricDefinition, service: string): Drawn {
  const labels = (metric.labels ?? []).filter((label) => label !== operation);
  const legend = labels.map((label) => `{{${label}}}`).join(" ");
  return { name: prometheusName(metric), own: `service_name="${service}"`, labels, legend };
}

function growth({ labels, legend, name, own }: Drawn): Figure["lines"] {
  return {
    [legend || "all processes"]: `sum${by(labels)} (rate(${name}{${own}}[$__rate_interval]))`,
  };
}

/** Draws a line for each process or, where there are labels, of each what the process with the most has. */
function states({ labels, legend, name, own }: Drawn, isShared: boolean): Figure["lines"] {
  if (labels.length > 0) return { [legend]: `max${by(labels)} (${name}{${own}})` };
  const process = isShared ? "service_name" : "instance";
  return { [`{{${process}}}`]: `max by (${process}) (${name}{${own}})` };
}

/** Draws what nearly all take at most, as bounds tell it, and the average, which has none. */
function durations(
  { labels, legend, name, own }: Drawn,
  { bounds, meaning }: HistogramDefinition,
): View {
  const rate = (part: string, grouping: readonly string[]) =>
    `sum${by(grouping)} (rate(${name}_${part}{${own}}[$__rate_interval]))`;
  return {
    unit: "s",
    description: `${meaning} The p99 is guessed between bounds (${bounds.join(", ")} s) and ends at the last; the average is exact.`,
    lines: {
      [`p99 ${legend}`.trim()]: `histogram_quantile(0.99, ${rate("bucket", ["le", ...labels])})`,
      [`average ${legend}`.trim()]: `${rate("sum", labels)} / ${rate("count", labels)}`,
    },
  };
}

function bounded(figure: Figure, { labels, legend, name, own }: Drawn): Figure {
  const bound = { [`at most ${legend}`.trim()]: `max${by(labels)} (${name}{${own}})` };
  return { ...figure, lines: { ...figure.lines, ...bound } };
}

function by(labels: readonly string[]): string {
  return labels.length === 0 ? "" : ` by (${labels.join(", ")})`;
}
