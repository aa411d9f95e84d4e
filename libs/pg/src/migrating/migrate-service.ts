import { setTimeout as delay } from "node:timers/promises";

import pg from "pg";

import { refusedCertificate } from "../certificate.ts";
import { applyMigration } from "./apply-migration.ts";
import { type Migration, readMigrations } from "./migration-file.ts";
import { defaultPace, type Pace } from "./pace.ts";
import { ensureRole, type RoleOptions } from "./write-roles.ts";

export interface MigrateOptions extends RoleOptions {
  /** An address whose role may create roles and schemas. */
  readonly adminUrl: string;
  /** Folders of `*.sql` files, each run in name order, folder by folder; file names are unique over all folders. */
  readonly dirs: readonly string[];
  /** Is told in sentences how far long migrations are, and what is waited for. */
  readonly report?: (line: string) => void;
  readonly pace?: Partial<Pace>;
}

/**
 * Creates the service's roles and schema and applies the migrations it lacks, each as its first line says
 * (docs/operations/releases.md#migrations), under an advisory lock: any number of runners may start at once. The first
 * role owns everything and sees no other schema.
 * @throws Error when an applied migration has changed since, a table is not free in all tries, or the certificate of
 * the server is not taken
 */
export async function migrateService(options: MigrateOptions): Promise<readonly string[]> {
  const files = await readMigrations(options.dirs);
  const client = new pg.Client({ connectionString: options.adminUrl });
  // Statements hear of what breaks the connection; what else is said of it would end the process.
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    throw refusedCertificate(error, options.adminUrl) ?? error;
  });
  try {
    await client.query(
      // The backend of a runner that was killed ends within a second, and its lock with it.
      "set client_connection_check_interval = '1s'; set idle_in_transaction_session_timeout = '60s'",
    );
    await lockMigrations(client);
    await ensureRole(client, options);
    await ensureSchema(client, options);
    return await applyMissing(client, options, files);
  } finally {
    await client.end();
  }
}

const lookEveryMs = 50;

/**
 * Takes the lock of all runners by asking again and again: a statement that waits for it would be an open transaction,
 * for which `create index concurrently` of the runner that has it waits in turn.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtext('team-chat migrations')) as locked",
    );
    if (rows[0]?.locked) return;
    await delay(lookEveryMs);
  }
}

async function ensureSchema(client: pg.Client, { service }: MigrateOptions): Promise<void> {
  const role = client.escapeIdentifier(service);
  await client.query(`create schema if not exists ${role} authorization ${role}`);
  await client.query(`revoke all on schema public from public`);
}

async function applyMissing(
  client: pg.Client,
  { service, report = () => undefined, pace }: MigrateOptions,
  files: readonly Migration[],
): Promise<readonly string[]> {
  const role = client.escapeIdentifier(service);
  await client.query(`set role ${role}; set search_path = ${role}`);
  await client.query(
    "create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<{ name: string; hash: string }>(
    "select name, hash from migration",
  );
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  const run = { client, service, report, pace: { ...defaultPace, ...pace } };
  const done: string[] = [];
  for (const migration of files) {
    const known = applied.get(migration.name);
    if (known === migration.hash) continue;
    if (known !== undefined)
      throw new Error(
        `Migration ${service}/${migration.name} has changed since it was applied; add a new one instead.`,
      );
    await applyMigration(run, migration);
    done.push(migration.name);
  }
  return done;
}
