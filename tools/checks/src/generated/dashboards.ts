import type { Dashboard } from "@grafana/schema";

import { sectionsOf } from "../dashboards/metric-sections.ts";
import { organizationDashboard } from "../dashboards/organization.ts";
import { overview } from "../dashboards/overview.ts";
import { serviceDashboard } from "../dashboards/service.ts";
import { readSources } from "../source-files.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { loadMetricFiles } from "./metric-files.ts";

const folder = "deploy/observability/dashboards";
const rules = "deploy/observability/alerts.yaml";
const services = ["gateway", "users", "channels", "messages", "events", "webhooks"];

/** Computes the dashboards for Grafana, those of services from the definitions of the metrics. */
export async function dashboards(root: string): Promise<GeneratedFile[]> {
  const files = await loadMetricFiles(root);
  if (!files.some(({ path }) => path === "libs/http/src/request-metrics.ts")) return [];
  const all: Readonly<Record<string, Dashboard>> = {
    overview: overview(alertNames(root)),
    organization: organizationDashboard(),
    ...Object.fromEntries(
      services.map((name) => [name, serviceDashboard({ name, sections: sectionsOf(name, files) })]),
    ),
  };
  return Object.entries(all).map(([name, dashboard]) => ({
    path: `${folder}/${name}.json`,
    content: `${JSON.stringify(dashboard, null, 2)}\n`,
  }));
}

function alertNames(root: string): readonly string[] {
  const text = readSources(root, [rules])[0]?.text ?? "";
  return [...text.matchAll(/^ +- alert: (?<name>\w+)$/gm)].map(
    ({ groups }) => groups?.["name"] ?? "",
  );
}
