import path from "node:path";

import { auditMigrations } from "@team-chat/audit";
import { connectNats, provision } from "@team-chat/nats";
import { outboxMigrations } from "@team-chat/outbox";
import { migrateService } from "@team-chat/pg";

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

interface StreamOptions {
  readonly nats: { readonly url: string; readonly credentials?: string | undefined };
  readonly partitions: number;
  readonly replicas: number;
  readonly retentionMs: number;
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
