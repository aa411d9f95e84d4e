import path from "node:path";

import { auditMigrations } from "@team-chat/audit";
import { outboxMigrations } from "@team-chat/outbox";
import { type Database, migrateService, openDatabase, sql } from "@team-chat/pg";
import { createDatabase, rolePassword } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { PresenceBook } from "../../src/domain/presence/presence-book.ts";

const template = {
  name: "users",
  migrate: async (adminUrl: string) => {
    const dirs = [
      outboxMigrations,
      auditMigrations,
      path.join(import.meta.dirname, "../../migrations"),
    ];
    await migrateService({ adminUrl, service: "users", password: rolePassword, dirs });
  },
};

async function openWorld(people: number) {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await createDatabase(template));
  const db = stack.adopt(await openDatabase({ url: database.urlFor("users") }), (open) =>
    open.end(),
  );
  await db.query(sql.unsafe`
    insert into realm (realm_id, subdomain, name, version) values (1, 'many', 'Many', 1)
  `);
  await db.query(sql.unsafe`
    insert into account (realm_id, user_id, delivery_email, full_name, role, version, auth_version)
    select 1, id, 'user' || id || '@example.com', 'Somebody', 400, 1, 1
    from generate_series(1, ${people}) as id
  `);
  return { db, stack };
}

function countUpdates(db: Database): Promise<{ rows: number; statements: number }> {
  const row = z.object({ rows: z.number(), statements: z.number() });
  return db.one(sql.type(row)`
    select count(*) as rows, count(distinct written_at) as statements from presence
  `);
}

describe("presence in memory (docs/subsystems/users.md)", () => {
  test("10,000 reports become rows by one statement, and another process learns of them", async ({
    expect,
  }) => {
    const people = 10_000;
    const { db, stack } = await openWorld(people);
    await using _ = stack;
    const failures: unknown[] = [];
    await using book = new PresenceBook({
      db,
      now: Date.now,
      onError: (error) => failures.push(error),
    });
    const presence = await book.of(1);
    const at = Date.now();
    for (let id = 1; id <= people; id += 1)
      presence.put(id, { activeAt: at, connectedAt: at, inputAt: null });
    expect(await countUpdates(db)).toMatchObject({ rows: 0 });
    await book.exchange();
    expect(await countUpdates(db)).toMatchObject({ rows: people });
    await using other = new PresenceBook({
      db,
      now: Date.now,
      onError: (error) => failures.push(error),
    });
    const theirs = await other.of(1);
    expect([...theirs.since(-1)]).toHaveLength(people);
    presence.put(7, { activeAt: at + 60_000, connectedAt: at + 60_000, inputAt: null });
    await book.exchange();
    const before = theirs.lastUpdateId;
    await other.exchange();
    expect([...theirs.since(before)].map(([id]) => id)).toEqual([7]);
    expect(failures).toEqual([]);
  });

  test("what could not be written is written later, and what ends is written", async ({
    expect,
  }) => {
    const { db, stack } = await openWorld(1);
    await using _ = stack;
    const failures: unknown[] = [];
    const book = new PresenceBook({ db, now: Date.now, onError: (error) => failures.push(error) });
    const presence = await book.of(1);
    const at = Date.now();
    presence.put(2, { activeAt: at, connectedAt: at, inputAt: null });
    await book.exchange();
    // Nobody has the id 2: the statement fails as a whole and nothing is forgotten.
    expect(failures).toHaveLength(1);
    expect(presence.takeUnwritten().map(([id]) => id)).toEqual([2]);
    presence.put(1, { activeAt: at, connectedAt: at, inputAt: at });
    await book[Symbol.asyncDispose]();
    expect(await countUpdates(db)).toMatchObject({ rows: 1 });
  });
});
