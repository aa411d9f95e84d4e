import { setTimeout as delay } from "node:timers/promises";

import pg from "pg";

export interface RoleOptions {
  /** Name of the service, of its schema and of the role that owns it. */
  readonly service: string;
  readonly password?: string | undefined;
  /** Of the role `<service>_2`, which may do what the first may. Nobody logs in as a role without a password. */
  readonly secondPassword?: string | undefined;
}

/** Roles belong to the whole server; locks do not reach beyond their database. */
const maxRoleTries = 100;
const roleRetryMs = 20;

/**
 * Creates the role or brings it up to date, again when another database of the server did the same at the same moment.
 */
export async function ensureRole(client: pg.Client, options: RoleOptions): Promise<void> {
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
async function writeRoles(client: pg.Client, options: RoleOptions): Promise<void> {
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
