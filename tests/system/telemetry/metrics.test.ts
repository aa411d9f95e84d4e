import { readFileSync } from "node:fs";
import path from "node:path";

import { operations } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import { Client } from "../client.ts";
import { Constellation } from "../constellation.ts";
import { request } from "../request.ts";
import { questions, unanswered } from "./panels.ts";
import type { Scrape } from "./timeline.ts";

const services = ["gateway", "users", "channels", "messages", "events", "webhooks"] as const;
const writers = ["users", "channels", "messages"] as const;
const everywhere = [
  "build_info",
  "http_server_active_requests",
  "nats_client_connected",
  "nodejs_eventloop_delay_seconds",
  "nodejs_eventloop_utilization",
  "process_cpu_time_seconds_total",
  "process_memory_usage_bytes",
  "process_uptime_seconds",
];
const ofDatabases = [
  "db_client_connection_count",
  "db_client_connection_max",
  "db_client_connection_pending_requests",
  "db_client_operation_duration_seconds_count",
  "db_schema_migrations",
  "db_timeline",
];
const ofOutboxes = [
  "outbox_leases",
  "outbox_published_total",
  "outbox_stalled_seconds",
  "outbox_stalls_total",
  "outbox_takeovers_total",
  "outbox_unacknowledged",
  "outbox_unpublished",
  "outbox_unpublished_age_seconds",
];
/** Metrics that each process must have, besides those of every process. */
const expected: Readonly<Record<(typeof services)[number], readonly string[]>> = {
  gateway: [
    "cache_entries",
    "http_server_request_refusals_total",
    "long_polls_answered_total",
    "long_polls_events_processes",
    "long_polls_unsent",
    "long_polls_waiting",
  ],
  users: [
    ...ofDatabases,
    ...ofOutboxes,
    "cache_entries",
    "mail_sent_total",
    "mail_waiting",
    "mail_waiting_age_seconds",
    "messaging_consumer_lag",
  ],
  channels: [...ofDatabases, ...ofOutboxes, "cache_entries", "messaging_consumer_lag"],
  messages: [...ofDatabases, ...ofOutboxes, "cache_entries", "messaging_consumer_lag"],
  events: [
    "event_queues_answers_total",
    "event_queues_count",
    "event_queues_memory_bytes",
    "event_queues_parked_polls",
    "event_queues_delivery_duration_seconds_count",
    "event_streams_bundle_age_seconds_count",
    "event_streams_bundles_total",
    "event_streams_lag",
    "event_streams_memory_bytes",
    "event_streams_unready",
  ],
  webhooks: [
    ...ofDatabases,
    "cache_entries",
    "messaging_consumer_lag",
    "webhooks_deliveries_overdue_age_seconds",
    "webhooks_deliveries_running",
    "webhooks_deliveries_steps_total",
    "webhooks_deliveries_waiting",
  ],
};
/** Metrics that grow when somebody says something to a bot, which answers. */
const moved: Readonly<Record<(typeof services)[number], readonly string[]>> = {
  gateway: ["http_server_request_duration_seconds_count", "long_polls_answered_total"],
  users: ["process_cpu_time_seconds_total"],
  channels: ["process_cpu_time_seconds_total"],
  messages: [
    "http_server_request_duration_seconds_count",
    "db_client_operation_duration_seconds_count",
    "outbox_published_total",
  ],
  events: ["event_streams_bundles_total", "event_queues_answers_total"],
  webhooks: ["webhooks_deliveries_steps_total", "db_client_operation_duration_seconds_count"],
};

/** Series that are not there before the first of what they count: nobody is refused, pushed to, or asks webhooks. */
const unusual = [
  "http_server_request_failures_total",
  "http_server_request_failure_statuses_total",
  "http_server_request_limited_total",
  "http_server_request_refusals_total",
  "audit_destinations_steps_total",
  "directory_syncs_total",
  "messaging_consumer_given_up_total",
  "webhooks_mails_steps_total",
  "webhooks_pushes_steps_total",
  'http_server_request_duration_seconds_bucket{service_name="webhooks"}',
  'http_server_request_duration_seconds_sum{service_name="webhooks"}',
];

let constellation: Constellation;
let member: Client;

beforeAll(async () => {
  constellation = await Constellation.start();
  member = await Client.login(constellation.url, "member@example.com");
});

afterAll(() => constellation[Symbol.asyncDispose]());

/** Reads what all processes measure, told apart as Prometheus tells them apart. */
async function scrapeAll(): Promise<Scrape> {
  const atMs = performance.now();
  const all = await Promise.all(
    services.map(async (name) => {
      const { series } = await constellation.process(name).scrape();
      return [...series].map(([key, value]): [string, number] => [
        key.replace(/\}$/, `,instance="${name}"}`),
        value,
      ]);
    }),
  );
  return { atMs, values: new Map(all.flat()) };
}

function sumOf(series: ReadonlyMap<string, number>, name: string): number | undefined {
  const values = [...series].filter(([key]) => key === name || key.startsWith(`${name}{`));
  return values.length === 0 ? undefined : values.reduce((sum, [, value]) => sum + value, 0);
}

/** Asks for every operation, once. */
async function askEverything(headers: Readonly<Record<string, string>>): Promise<void> {
  for (const { method, path: address } of operations) {
    const concrete = address.replaceAll(/\{\w+\*?\}/g, "1");
    await request(constellation.url, { method, path: `/api/v1${concrete}`, headers });
  }
}

async function askBot(word: string): Promise<void> {
  await member.get("/streams/999999");
  const listener = await member.listen();
  const content = `@**Echo Bot** ${word}`;
  await member.post("/messages", { type: "channel", to: "general", topic: "metrics", content });
  await listener.heard(`<p>${word}</p>`);
  await listener.stop();
}

describe("the metrics of the processes", () => {
  test.for(services)(
    "%s measures what it is to be watched by, and all of it is documented",
    async (name, { expect }) => {
      await askBot(`hello ${name}`);
      const before = await constellation.process(name).scrape();
      await askBot(`once more ${name}`);
      const after = await constellation.process(name).scrape();
      for (const metric of [...everywhere, ...expected[name]])
        expect(sumOf(after.series, metric), metric).toBeDefined();
      for (const metric of moved[name])
        expect(sumOf(after.series, metric), metric).toBeGreaterThan(
          sumOf(before.series, metric) ?? Infinity,
        );
      const page = readFileSync(path.join(import.meta.dirname, "../../../docs/metrics.md"), "utf8");
      const families = [...after.text.matchAll(/^# TYPE (?<family>\w+) /gm)]
        .map(({ groups }) => groups?.["family"] ?? "")
        .filter((family) => family !== "target_info");
      for (const family of families) expect(page).toContain(`\`${family}\``);
    },
  );

  test("an outbox at rest has published everything, and a process that is fine stalls nothing", async ({
    expect,
  }) => {
    await askBot("settled");
    await constellation.settle();
    for (const name of writers) {
      const { series } = await constellation.process(name).scrape();
      expect(sumOf(series, "outbox_unpublished")).toBe(0);
      expect(sumOf(series, "outbox_unacknowledged")).toBe(0);
      expect(sumOf(series, "outbox_stalled_seconds")).toBe(0);
    }
  });

  test("metrics are not told on the port that clients reach", async ({ expect }) => {
    const { status } = await request(constellation.url, { method: "GET", path: "/metrics" });
    expect(status).toBe(404);
  });

  test("each panel of the dashboards has something to show of a product that is used, but for what has not happened", async ({
    expect,
  }) => {
    const first = await scrapeAll();
    await askBot("panels");
    const asked = questions("1");
    const empty = await unanswered(asked, [first, await scrapeAll()]);
    expect(empty.filter((expr) => !unusual.some((name) => expr.includes(name)))).toEqual([]);
    expect(asked.length).toBeGreaterThan(150);
  });

  test("a gateway has fewer than 2,000 series after every operation was refused and has failed", async ({
    expect,
  }) => {
    await askEverything({});
    for (const name of services) {
      const scraped = await constellation.process(name).scrape();
      expect(scraped.series.size).toBeLessThan(2000);
    }
    await constellation.process("users").stop();
    await askEverything({ authorization: member.authorization });
    const { series } = await constellation.process("gateway").scrape();
    for (const name of ["duration_seconds_count", "failures_total"]) {
      const keys = [...series.keys()].filter((key) =>
        key.startsWith(`http_server_request_${name}`),
      );
      expect(keys.length, name).toBeGreaterThan(operations.length * 0.9);
    }
    expect(series.size).toBeLessThan(2000);
  });
});
