import { sql } from "@team-chat/pg";
import { currentScope, newScope, runInScope } from "@team-chat/telemetry";
import { recordQueries, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

/** The statements that one send waits for. */
async function statementsOf(realm: Realm, userId: number): Promise<readonly string[]> {
  const scope = newScope();
  return recordQueries({
    counts: () => currentScope()?.requestId === scope.requestId,
    work: () => runInScope(scope, () => realm.send(userId, { read_by_sender: true })),
  });
}

const names = sql.type(z.object({ name: z.string() }))`
  select tablename as name from pg_tables where schemaname = 'messages' and tablename <> 'outbox'`;

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
