import type { MetricDefinition } from "@team-chat/telemetry";

/** The metrics of one file, with its path. */
export interface MetricFile {
  readonly path: string;
  readonly metrics: readonly MetricDefinition[];
}

/** Metrics that are looked at together. */
export interface MetricSection {
  readonly title: string;
  readonly metrics: readonly MetricDefinition[];
}

const writers = ["users", "channels", "messages"];
const withDatabase = [...writers, "webhooks"];
/** Headings of what only one service measures. */
const ownTitles: Readonly<Record<string, string>> = {
  gateway: "Long polls and limits",
  users: "E-mail, audit logs, deletions",
  messages: "Exports and imports",
  events: "Event queues and streams",
  webhooks: "Deliveries, pushes and e-mail",
};

/** Services whose work is not to answer requests: theirs come after it. */
const notAsked = new Set(["events", "webhooks"]);

/** A section of the dashboards of services that have it, with the files whose metrics it shows. */
interface SharedSection {
  readonly title: string;
  /** Files with the services whose processes have their metrics; undefined is all. */
  readonly files: Readonly<Record<string, readonly string[] | undefined>>;
}

const requests: SharedSection = {
  title: "Requests",
  files: { "libs/http/src/request-metrics.ts": undefined },
};
/** Sections of all services, or many: where the time goes comes first. */
const shared: readonly SharedSection[] = [
  { title: "Process", files: { "libs/telemetry/src/metrics/process-metrics.ts": undefined } },
  {
    title: "PostgreSQL",
    files: {
      "libs/pg/src/pool-metrics.ts": withDatabase,
      "libs/pg/src/schema-metrics.ts": withDatabase,
    },
  },
  {
    title: "Publishing of changes (outbox)",
    files: { "libs/outbox/src/outbox-metrics.ts": writers },
  },
  {
    title: "Consumers of changes",
    files: {
      "libs/nats/src/consumer-metrics.ts": withDatabase,
      "libs/nats/src/given-up-metrics.ts": withDatabase,
    },
  },
  { title: "NATS", files: { "libs/nats/src/connection-metrics.ts": undefined } },
  {
    title: "Caches",
    files: {
      "libs/telemetry/src/metrics/cache-metrics.ts": ["gateway", ...withDatabase],
      "libs/telemetry/src/metrics/cache-size-metrics.ts": withDatabase,
    },
  },
];

/**
 * Lists the metrics of a service as they are looked at: of what it answers, of its own, then of what others have too.
 * @throws Error for a file of libs that is in no section
 */
export function sectionsOf(
  service: string,
  files: readonly MetricFile[],
): readonly MetricSection[] {
  const placed = new Set([requests, ...shared].flatMap((section) => Object.keys(section.files)));
  const lost = files.find(({ path }) => path.startsWith("libs/") && !placed.has(path));
  if (lost) throw new Error(`${lost.path} has metrics that no section of metric-sections.ts shows`);
  const metricsIn = (section: SharedSection) =>
    files
      .filter(({ path }) => path in section.files)
      .filter(({ path }) => section.files[path]?.includes(service) ?? true)
      .flatMap(({ metrics }) => metrics);
  const own = files.filter(({ path }) => path.startsWith(`services/${service}/`));
  const first = [
    { title: requests.title, metrics: metricsIn(requests) },
    { title: ownTitles[service] ?? service, metrics: own.flatMap(({ metrics }) => metrics) },
  ];
  return [
    ...(notAsked.has(service) ? first.toReversed() : first),
    ...shared.map((section) => ({ title: section.title, metrics: metricsIn(section) })),
  ].filter(({ metrics }) => metrics.length > 0);
}
