import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { auditMigrations } from "@team-chat/audit";
import { outboxMigrations } from "@team-chat/outbox";
import { migrateService, openDatabase, sql } from "@team-chat/pg";
import { createDatabase, rolePassword, type TestDatabase } from "@team-chat/testkit";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { systemBots } from "../src/policies/bots/system-bots.ts";

const all = path.join(import.meta.dirname, "../migrations");

let database: TestDatabase;
let older: string;

beforeAll(async () => {
  database = await createDatabase();
  older = await mkdtemp(path.join(tmpdir(), "older-"));
  for (const name of await readdir(all))
    if (name < "0006") await cp(path.join(all, name), path.join(older, name));
});

afterAll(async () => {
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
    await migrate(older);
    const db = await openDatabase({ url: database.urlFor("users") });
    try {
      await db.query(
        sql.unsafe`insert into realm (subdomain, name, version) values ('old', 'Old', 1)`,
      );
      await db.query(sql.unsafe`
        insert into realm_version (realm_id, version, auth_version, auth_reset) values (1, 7, 5, 0)
      `);
      await migrate(all);
      await migrate(all);
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
    } finally {
      await db.end();
    }
  });
});
