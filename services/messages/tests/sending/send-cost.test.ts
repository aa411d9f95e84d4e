import { sql } from "@team-chat/pg";
import { currentScope, newScope, runInScope } from "@team-chat/telemetry";
import { recordQueries, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

/** The statements that one send waits for. */
async function statementsOf(
  realm: Realm,
  userId: number,
  more: Parameters<Realm["send"]>[1] = {},
): Promise<readonly string[]> {
  const scope = newScope();
  return recordQueries({
    counts: () => currentScope()?.requestId === scope.requestId,
    work: () => runInScope(scope, () => realm.send(userId, { read_by_sender: true, ...more })),
  });
}

const names = sql.type(z.object({ name: z.string() }))`
  select relname as name from pg_class where relnamespace = 'messages'::regnamespace and relkind in ('r', 'p')
    and not relispartition and relname <> 'outbox'`;

/**
 * Rows that the realm's last transaction with events wrote, by table. What is stored of the bundle is noted in its row
 * later.
 */
async function rowsWritten({ id }: Realm): Promise<Record<string, number>> {
  const row = z.object({ xid: z.string(), count: z.number() });
  const last = await world().db.one(sql.type(row)`
    select xid::text, count(*) over (partition by xid) as count from outbox where realm_id = ${id} order by outbox.id desc limit 1`);
  const written: Record<string, number> = { outbox: last.count };
  for (const { name } of await world().db.any(names)) {
    const count = await world().db.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) from ${sql.identifier([name])} where xmin::text = (${last.xid}::numeric % 4294967296)::text`);
    if (count > 0) written[name] = count;
  }
  return written;
}

describe("what a send costs does not depend on the size of the channel (docs/subsystems/messages.md, Writing)", () => {
  test.for([10, 10_000])("%i subscribers: one round trip, four rows", async (size, { expect }) => {
    const realm = world().realm();
    for (let userId = 1; userId <= size; userId += 1) realm.data.setMembership(userId, 1);
    await realm.send("alice");
    expect(await statementsOf(realm, 1)).toEqual([expect.stringContaining("insert into message")]);
    expect(await rowsWritten(realm)).toEqual({
      outbox: 1,
      message: 1,
      user_recipient: 1,
      message_day: 1,
    });
  });
});

describe("what a send costs for the audit log (docs/subsystems/audit.md#what-it-costs)", () => {
  test("a send writes no entry of the audit log, and only tables that it does not watch", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(1, 1);
    realm.data.setMembership(2, 1);
    const watched = await world().db.any(sql.type(z.object({ name: z.string() }))`
      select distinct relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgname like 'audit%' and relnamespace = 'messages'::regnamespace`);
    expect(watched.map(({ name }) => name)).toContain("realm_export");
    for (const content of ["hello", "@**all** look", "/me waves"]) {
      const statements = await statementsOf(realm, 1, { content });
      expect(statements.filter((text) => text.includes("audit"))).toEqual([]);
      const written = Object.keys(await rowsWritten(realm));
      expect(written).toContain("message");
      expect(watched.filter(({ name }) => written.includes(name))).toEqual([]);
    }
  });
});
