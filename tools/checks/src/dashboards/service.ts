import type { Dashboard } from "@grafana/schema";
import type { MetricDefinition } from "@team-chat/telemetry";
import { prometheusName } from "@team-chat/telemetry";

import { dashboard, type Figure, type Section } from "./panels.ts";

/** The metrics of one file, with its path. */
export interface MetricFile {
  readonly path: string;
  readonly metrics: readonly MetricDefinition[];
}

/** A service, and the workspaces that measure something in its processes. */
export interface MeasuredService {
  readonly name: string;
  readonly files: readonly MetricFile[];
}

const units: Readonly<Record<string, string>> = { s: "s", By: "bytes" };
/** Labels that would draw a line for each of hundreds of operations. */
const summed = new Set(["operation"]);
const quantiles = ["0.5", "0.99"];

/** Describes the dashboard of a service: a figure for each metric that its processes have. */
export function serviceDashboard({ files, name }: MeasuredService): Dashboard {
  return dashboard({
    uid: `team-chat-${name}`,
    title: `team-chat: ${name}`,
    description: `All that processes of ${name} measure (docs/metrics.md).`,
    sections: files.map((file) => sectionOf(file, name)),
  });
}

function sectionOf({ metrics, path }: MetricFile, service: string): Section {
  return { title: path, figures: metrics.map((metric) => figureOf(metric, service)) };
}

function figureOf(metric: MetricDefinition, service: string): Figure {
  const name = prometheusName(metric);
  const own = `{service_name="${service}"}`;
  const labels = (metric.labels ?? []).filter((label) => !summed.has(label));
  const legend = labels.map((label) => `{{${label}}}`).join(" ");
  const unit = metric.kind === "counter" ? "cps" : (units[metric.unit] ?? "short");
  const facts = { title: name, description: metric.meaning };
  if (metric.kind === "histogram") {
    const by = ["le", ...labels].join(", ");
    const rate = `sum by (${by}) (rate(${name}_bucket${own}[$__rate_interval]))`;
    const lines = quantiles.map((quantile): [string, string] => [
      `p${Number(quantile) * 100} ${legend}`.trim(),
      `histogram_quantile(${quantile}, ${rate})`,
    ]);
    return { ...facts, unit, lines: Object.fromEntries(lines) };
  }
  const by = labels.length === 0 ? "" : ` by (${labels.join(", ")})`;
  const expr =
    metric.kind === "counter"
      ? `sum${by} (rate(${name}${own}[$__rate_interval]))`
      : `max by (${["instance", ...labels].join(", ")}) (${name}${own})`;
  const line = metric.kind === "counter" ? legend || "all" : `{{instance}} ${legend}`.trim();
  return { ...facts, unit, lines: { [line]: expr } };
}
