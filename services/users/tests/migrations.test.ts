import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { auditMigrations } from "@team-chat/audit";
import { outboxMigrations } from "@team-chat/outbox";
import { type Database, migrateService, openDatabase, sql } from "@team-chat/pg";
import { createDatabase, rolePassword, type TestDatabase } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { systemBots } from "../src/policies/bots/system-bots.ts";
import { nextRealmId } from "../src/queries/organization/realms.ts";

const all = path.join(import.meta.dirname, "../migrations");

let database: TestDatabase;
let older: string;
let db: Database;

/** An organization of a release that had the first five migrations. */
beforeAll(async () => {
  database = await createDatabase();
  older = await mkdtemp(path.join(tmpdir(), "older-"));
  for (const name of await readdir(all))
    if (name < "0006") await cp(path.join(all, name), path.join(older, name));
  await migrate(older);
  db = await openDatabase({ url: database.urlFor("users") });
  await db.query(sql.unsafe`insert into realm (subdomain, name, version) values ('old', 'Old', 1)`);
  await db.query(sql.unsafe`
    insert into realm_version (realm_id, version, auth_version, auth_reset) values (1, 7, 5, 0)`);
  await migrate(all);
  await migrate(all);
});

afterAll(async () => {
  await db.end();
  await database.drop();
  await rm(older, { recursive: true });
});

function migrate(dir: string) {
  const { adminUrl } = database;
  const dirs = [outboxMigrations, auditMigrations, dir];
  return migrateService({ adminUrl, service: "users", password: rolePassword, dirs });
}

const bot = z.object({ email: z.string(), name: z.string(), version: z.number() });

describe("an organization from before there were system bots (docs/behaviour/bots.md#system-bots)", () => {
  test("an organization from before there were system bots gets them, and others are told", async ({
    expect,
  }) => {
    const bots = await db.any(sql.type(bot)`
      select delivery_email as email, full_name as name, version from account
      where realm_id = 1 and is_system_bot
      order by user_id
    `);
    const expected = systemBots.map(({ email, fullName }) => ({
      email,
      name: fullName,
      version: 8,
    }));
    expect(bots).toEqual(expected);
  });
});

describe("numbers of organizations (docs/hosting.md#tables-by-organization)", () => {
  test("organizations that are created after others had tables to themselves have higher numbers", async ({
    expect,
  }) => {
    expect(await nextRealmId(db)).toBe(1_000_000_000);
    expect(await nextRealmId(db)).toBe(1_000_000_001);
  });
});
