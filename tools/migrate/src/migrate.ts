import path from "node:path";

import { auditMigrations } from "@team-chat/audit";
import { connectNats, type ProvisionOptions, provision } from "@team-chat/nats";
import { outboxMigrations } from "@team-chat/outbox";
import { migrateService } from "@team-chat/pg";
import { Client } from "pg";

import { beginRaise, finishRaise } from "./raise/raise.ts";

/** The services that own a schema, and whether they publish events. */
const owners = { channels: true, messages: true, webhooks: false, users: true } as const;

export type ServiceWithDatabase = keyof typeof owners;

export const servicesWithDatabase = Object.keys(owners) as readonly ServiceWithDatabase[];

interface DatabaseOptions {
  /** An address whose role may create roles and schemas. */
  readonly adminUrl: string;
  readonly passwordOf: (service: ServiceWithDatabase) => string | undefined;
  /** Of the role `<service>_2`; nobody may log in as it when left out. */
  readonly secondPasswordOf?: (service: ServiceWithDatabase) => string | undefined;
  /** Is told in sentences how far long migrations are. */
  readonly report?: (line: string) => void;
}

/** Brings every service's schema up to date; returns the names of the migrations that were applied. */
export async function migrateDatabase({
  adminUrl,
  passwordOf,
  secondPasswordOf = () => undefined,
  report = () => undefined,
}: DatabaseOptions): Promise<readonly string[]> {
  const applied: string[] = [];
  for (const service of servicesWithDatabase) {
    const own = path.join(import.meta.dirname, "../../../services", service, "migrations");
    const dirs = owners[service] ? [outboxMigrations, auditMigrations, own] : [own];
    const names = await migrateService({
      adminUrl,
      service,
      password: passwordOf(service),
      secondPassword: secondPasswordOf(service),
      dirs,
      report,
    });
    applied.push(...names.map((name) => `${service}/${name}`));
  }
  return applied;
}

interface StreamOptions extends ProvisionOptions {
  readonly nats: { readonly url: string; readonly credentials?: string | undefined };
}

/** Creates the streams, durable consumers and buckets, or brings their settings up to date. */
export async function provisionStreams({ nats: server, ...options }: StreamOptions): Promise<void> {
  const nats = await connectNats({ ...server, name: "migrate" });
  try {
    await provision(nats, options);
  } finally {
    await nats.close();
  }
}

interface RaiseOptions extends StreamOptions {
  /** An address whose role may change the schemas, which are up to date. */
  readonly adminUrl: string;
  /** Is told in sentences how far a raise of the number of streams is. */
  readonly report: (line: string) => void;
  /** Longest time that a process which works is silent, in ms; five seconds when left out. */
  readonly answersMs?: number;
}

/**
 * Does as `provisionStreams`, and raises the number of streams when the layout says so, while everything runs
 * (docs/hosting.md#partitions).
 * @throws Error that says what to do when the layout would move organizations
 */
export async function migrateStreams(options: RaiseOptions): Promise<void> {
  const { adminUrl, answersMs = 5000, layout, nats: server, report } = options;
  await using stack = new AsyncDisposableStack();
  const client = new Client({ connectionString: adminUrl });
  stack.defer(() => client.end());
  await client.connect();
  // Several at once wait for each other.
  await client.query("select pg_advisory_lock(hashtext('team-chat streams'))");
  const nats = stack.adopt(await connectNats({ ...server, name: "migrate" }), (open) =>
    open.close(),
  );
  const places = { client, nats, report, answersMs };
  await beginRaise(places, layout);
  await provision(nats, options);
  await finishRaise(places, layout);
}
