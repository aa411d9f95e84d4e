import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import pg from "pg";

export interface MigrateOptions {
  /** An address whose role may create roles and schemas. */
  readonly adminUrl: string;
  /** Name of the service, of its schema and of the role that owns it. */
  readonly service: string;
  readonly password?: string | undefined;
  /** Of the role `<service>_2`, which may do what the first may. Nobody logs in as a role without a password. */
  readonly secondPassword?: string | undefined;
  /** Folders of `*.sql` files, each run in name order, folder by folder; file names are unique over all folders. */
  readonly dirs: readonly string[];
}

/**
 * Creates the service's roles and schema and applies the migrations it lacks, each in a transaction of its own, under
 * an advisory lock: any number of runners may start at once. The first role owns everything and sees no other schema.
 * @throws Error when an applied migration has changed since, or a table is not free for ten seconds
 */
export async function migrateService(options: MigrateOptions): Promise<readonly string[]> {
  const files = await readMigrations(options.dirs);
  const client = new pg.Client({ connectionString: options.adminUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('team-chat migrations'))");
    // Who waits for a table's lock lets nobody else at it; a statement itself may take as long as it needs.
    await client.query("set lock_timeout = '10s'; set idle_in_transaction_session_timeout = '60s'");
    await ensureRole(client, options);
    await ensureSchema(client, options);
    return await applyMissing(client, options.service, files);
  } finally {
    await client.end();
  }
}

/** Lists the names of the migrations in these folders, in the order in which they are applied. */
export async function listMigrations(dirs: readonly string[]): Promise<readonly string[]> {
  const names = await Promise.all(dirs.map((dir) => namesIn(dir)));
  return names.flat();
}

async function namesIn(dir: string): Promise<readonly string[]> {
  return (await readdir(dir)).filter((name) => name.endsWith(".sql")).toSorted();
}

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

async function readMigrations(dirs: readonly string[]): Promise<readonly Migration[]> {
  const migrations: Migration[] = [];
  for (const dir of dirs) {
    for (const name of await namesIn(dir)) {
      const text = await readFile(path.join(dir, name), "utf8");
      migrations.push({ name, text, hash: createHash("sha256").update(text).digest("hex") });
    }
  }
  return migrations;
}

/** Roles belong to the whole server; locks do not reach beyond their database. */
const maxRoleTries = 100;
const roleRetryMs = 20;

/**
 * Creates the role or brings it up to date, again when another database of the server did the same at the same moment.
 */
async function ensureRole(client: pg.Client, options: MigrateOptions): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await writeRoles(client, options);
      return;
    } catch (error) {
      if (!isRoleConflict(error) || tries === maxRoleTries) throw error;
      await delay(Math.random() * roleRetryMs);
    }
  }
}

/**
 * Created by another at the same moment (23505, 42710), or changed by one (an internal error without a code of its
 * own).
 */
function isRoleConflict(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, message } = error;
  return code === "23505" || code === "42710" || message === "tuple concurrently updated";
}

/** Writes the role that owns the schema, and a second one, so that passwords can be replaced while services run. */
async function writeRoles(client: pg.Client, options: MigrateOptions): Promise<void> {
  const { password, secondPassword, service } = options;
  const owner = client.escapeIdentifier(service);
  const second = client.escapeIdentifier(`${service}_2`);
  await writeRole(client, { name: service, password, schema: owner });
  await client.query(`grant ${owner} to current_user`);
  await writeRole(client, { name: `${service}_2`, password: secondPassword, schema: owner });
  await client.query(`grant ${owner} to ${second}`);
}

interface Role {
  readonly name: string;
  readonly password: string | undefined;
  readonly schema: string;
}

async function writeRole(client: pg.Client, { name, password, schema }: Role): Promise<void> {
  const role = client.escapeIdentifier(name);
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  const database = client.escapeIdentifier(rows[0]?.name ?? "");
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [name]);
  if (rowCount === 0) await client.query(`create role ${role}`);
  const login =
    password === undefined
      ? "nologin password null"
      : `login password ${client.escapeLiteral(password)}`;
  await client.query(`alter role ${role} ${login}`);
  await client.query(`alter role ${role} in database ${database} set search_path = ${schema}`);
}

async function ensureSchema(client: pg.Client, { service }: MigrateOptions): Promise<void> {
  const role = client.escapeIdentifier(service);
  await client.query(`create schema if not exists ${role} authorization ${role}`);
  await client.query(`revoke all on schema public from public`);
}

async function applyMissing(
  client: pg.Client,
  service: string,
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
  const done: string[] = [];
  for (const { name, text, hash } of files) {
    const known = applied.get(name);
    if (known === hash) continue;
    if (known !== undefined)
      throw new Error(
        `Migration ${service}/${name} has changed since it was applied; add a new one instead.`,
      );
    await client.query("begin");
    await client.query(text);
    await client.query("insert into migration (name, hash) values ($1, $2)", [name, hash]);
    await client.query("commit");
    done.push(name);
  }
  return done;
}
