import type { Dashboard } from "@grafana/schema";

import { organizationDashboard } from "../dashboards/organization.ts";
import { overview } from "../dashboards/overview.ts";
import { type MetricFile, serviceDashboard } from "../dashboards/service.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { loadMetricFiles } from "./metric-files.ts";

const folder = "deploy/observability/dashboards";
const services = ["gateway", "users", "channels", "messages", "events", "webhooks"];
const writers = ["users", "channels", "messages"];
const withDatabase = [...writers, "webhooks"];
/** Services whose processes have the metrics of a file; those of other files in libs are everywhere. */
const measuredIn: Readonly<Record<string, readonly string[]>> = {
  "libs/nats/src/consumer-metrics.ts": withDatabase,
  "libs/nats/src/given-up-metrics.ts": withDatabase,
  "libs/outbox/src/outbox-metrics.ts": writers,
  "libs/pg/src/pool-metrics.ts": withDatabase,
  "libs/pg/src/schema-metrics.ts": withDatabase,
  "libs/telemetry/src/metrics/cache-metrics.ts": ["gateway", ...withDatabase],
  "libs/telemetry/src/metrics/cache-size-metrics.ts": withDatabase,
};

/** Computes the dashboards for Grafana, those of services from the definitions of the metrics. */
export async function dashboards(root: string): Promise<GeneratedFile[]> {
  const files = await loadMetricFiles(root);
  if (!files.some(({ path }) => path === "libs/http/src/request-metrics.ts")) return [];
  const all: Readonly<Record<string, Dashboard>> = {
    overview: overview(),
    organization: organizationDashboard(),
    ...Object.fromEntries(
      services.map((name) => [name, serviceDashboard({ name, files: filesOf(name, files) })]),
    ),
  };
  return Object.entries(all).map(([name, dashboard]) => ({
    path: `${folder}/${name}.json`,
    content: `${JSON.stringify(dashboard, null, 2)}\n`,
  }));
}

/** Lists the files whose metrics a service has, its own first. */
function filesOf(service: string, files: readonly MetricFile[]): readonly MetricFile[] {
  const own = files.filter(({ path }) => path.startsWith(`services/${service}/`));
  const shared = files.filter(
    ({ path }) => path.startsWith("libs/") && (measuredIn[path]?.includes(service) ?? true),
  );
  return [...own, ...shared];
}
