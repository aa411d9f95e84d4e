import { Client } from "pg";

import { testServers } from "../test-servers.ts";
import { databaseUrl } from "./admin.ts";

/** A database that is made once per run and then only copied. */
export interface Template {
  /** Says what is in it, such as `users-channels`: equal names must mean equal contents. */
  readonly name: string;
  /**
   * Makes the tables, and what is in them at first, in the database at the superuser's URL; leaves no connection open.
   */
  readonly migrate: (adminUrl: string) => Promise<void>;
}

// One lock for all templates, because migrations also make roles, which belong to the whole server.
const lockKey = 7_205_611;

/** Names of the templates that this process has seen. */
const known = new Set<string>();

/** Returns the name of the template's database, after making it unless another test file has. */
export async function ensureTemplate({ name, migrate }: Template): Promise<string> {
  const database = `${testServers().runId}_template_${name.replaceAll(/[^a-z0-9]/g, "_")}`;
  if (known.has(database)) return database;
  // Its own connection, with which the lock ends.
  const client = new Client({ connectionString: testServers().postgresUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    if (!(await exists(client, database))) await make(client, database, migrate);
  } finally {
    await client.end();
  }
  known.add(database);
  return database;
}

async function make(client: Client, database: string, migrate: Template["migrate"]): Promise<void> {
  const draft = `${database}_draft`;
  await client.query(`drop database if exists "${draft}" with (force)`);
  await client.query(`create database "${draft}" template template0`);
  await migrate(databaseUrl(draft));
  await client.query(`alter database "${draft}" rename to "${database}"`);
}

async function exists(client: Client, database: string): Promise<boolean> {
  const found = await client.query("select 1 from pg_database where datname = $1", [database]);
  return found.rowCount === 1;
}
