import type { Client } from "pg";

import { uniquePrefix } from "../unique-prefix.ts";
import { asAdmin, databaseUrl } from "./admin.ts";
import { roleUrl } from "./role-url.ts";
import { ensureTemplate, type Template } from "./template.ts";

/** A database of one test file. Dropped with everything that is connected to it. */
export interface TestDatabase extends AsyncDisposable {
  readonly name: string;
  /** The superuser's URL. */
  readonly adminUrl: string;
  /** Returns the URL for a role that the migrations made with `rolePassword`. */
  urlFor(role: string): string;
  drop(): Promise<void>;
}

/** Makes a database by copying `template` (an empty one by default); the template is migrated once per run. */
export async function createDatabase(template?: Template): Promise<TestDatabase> {
  const source = template === undefined ? "template0" : await ensureTemplate(template);
  const name = uniquePrefix();
  await asAdmin(async (client) => {
    await client.query(`create database "${name}" template "${source}" strategy file_copy`);
    await copyRoleSettings(client, source, name);
  });
  const drop = async (): Promise<void> => {
    await asAdmin((client) => client.query(`drop database if exists "${name}" with (force)`));
  };
  return {
    name,
    adminUrl: databaseUrl(name),
    urlFor: (role) => roleUrl(databaseUrl(name), role),
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

/** Settings of roles in a database, such as their search_path, are not part of what a copy takes along. */
async function copyRoleSettings(client: Client, from: string, to: string): Promise<void> {
  await client.query(
    `insert into pg_db_role_setting (setdatabase, setrole, setconfig)
     select copy.oid, setrole, setconfig
     from pg_db_role_setting
     join pg_database original on original.oid = setdatabase and original.datname = $1
     cross join pg_database copy where copy.datname = $2`,
    [from, to],
  );
}
