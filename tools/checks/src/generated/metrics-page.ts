import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { type MetricDefinition, prometheusName } from "@team-chat/telemetry";
import { z } from "zod";

import { listPaths } from "../source-files.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { table } from "./generated-part.ts";

const definition: z.ZodType<MetricDefinition> = z.intersection(
  z.object({
    name: z.string(),
    unit: z.string(),
    meaning: z.string(),
    labels: z.array(z.string()).optional(),
  }),
  z.union([
    z.object({ kind: z.enum(["counter", "gauge"]) }),
    z.object({ kind: z.literal("histogram"), bounds: z.array(z.number()) }),
  ]),
) as z.ZodType<MetricDefinition>;

const head = `# Metrics

Every process answers \`GET /metrics\` on a port of its own (\`METRICS_PORT\`), which clients do not reach, in the text format of Prometheus; with
\`OTEL_EXPORTER_OTLP_ENDPOINT\` the same metrics are sent by OTLP, under their names with dots. \`npm run status\` prints the ports. Why it is so:
[ADR 0018](adr/0018-metrics-by-opentelemetry.md).

Every series has the label \`service_name\`. A counter only grows; a gauge is as it is now; a histogram has the series \`_bucket\`, \`_sum\` and
\`_count\`. A metric that has to be asked for somewhere, as in a database that is away, is left out until it can be told. This page is generated:
\`npm run generate\`.
`;

/** Computes docs/metrics.md, the list of all metrics by the file that defines them. */
export async function metricsPage(root: string): Promise<GeneratedFile[]> {
  const files = listPaths(root, "{libs,services}/*/src/**/*metrics.ts").toSorted();
  const sections = await Promise.all(files.map((file) => section(root, file)));
  if (sections.every((text) => text === null)) return [];
  const content = [head, ...sections.filter((text) => text !== null)].join("\n");
  return [{ path: "docs/metrics.md", content }];
}

async function section(root: string, file: string): Promise<string | null> {
  const module = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>;
  const found = Object.values(module)
    .map((value) => definition.safeParse(value).data)
    .filter((metric) => metric !== undefined);
  if (found.length === 0) return null;
  const rows = found.map((metric) => [
    `\`${prometheusName(metric)}\``,
    metric.kind,
    metric.unit,
    (metric.labels ?? []).map((label) => `\`${label}\``).join(", "),
    metric.meaning,
  ]);
  const [folder = "", workspace = ""] = file.split("/");
  const where = folder === "services" ? `Of ${workspace}` : `Of ${folder}/${workspace}`;
  return `## ${where}

[\`${file}\`](../${file})

${table(["Metric", "Kind", "Unit", "Labels", "Meaning"], rows)}
`;
}
