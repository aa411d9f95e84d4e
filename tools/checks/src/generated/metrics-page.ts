import { prometheusName } from "@team-chat/telemetry";

import type { MetricFile } from "../dashboards/metric-sections.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { table } from "./generated-part.ts";
import { loadMetricFiles } from "./metric-files.ts";

const head = `# Metrics

Every process answers \`GET /metrics\` on a port of its own (\`METRICS_PORT\`), which clients do not reach, in the text format of Prometheus; with
\`OTEL_EXPORTER_OTLP_ENDPOINT\` the same metrics are sent by OTLP, under their names with dots. \`npm run status\` prints the ports. Why it is so:
[ADR 0018](adr/0018-metrics-by-opentelemetry.md).

Every series has the label \`service_name\`. A counter only grows; a gauge is as it is now; a histogram has the series \`_bucket\`, \`_sum\` and
\`_count\`. A metric that has to be asked for somewhere, as in a database that is away, is left out until it can be told, and as it
was told last while that does not answer. This page is generated:
\`npm run generate\`.
`;

/** Computes docs/metrics.md, the list of all metrics by the file that defines them. */
export async function metricsPage(root: string): Promise<GeneratedFile[]> {
  const files = await loadMetricFiles(root);
  if (files.length === 0) return [];
  const content = [head, ...files.map((file) => section(file))].join("\n");
  return [{ path: "docs/metrics.md", content }];
}

function section({ metrics, path }: MetricFile): string {
  const rows = metrics.map((metric) => [
    `\`${prometheusName(metric)}\``,
    metric.kind,
    metric.unit,
    (metric.labels ?? []).map((label) => `\`${label}\``).join(", "),
    metric.meaning,
  ]);
  const [folder = "", workspace = ""] = path.split("/");
  const where = folder === "services" ? `Of ${workspace}` : `Of ${folder}/${workspace}`;
  return `## ${where}

[\`${path}\`](../${path})

${table(["Metric", "Kind", "Unit", "Labels", "Meaning"], rows)}
`;
}
