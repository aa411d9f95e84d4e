import type { OutboxRow } from "@team-chat/outbox";
import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const inserted = z.object({ id: z.number(), xid: z.string() });

/** Adds a bundle to a transaction that runs while no other of the realm commits; `events` is JSON. */
export async function insertBundle(
  tx: Transaction,
  realmId: number,
  events: string,
): Promise<OutboxRow> {
  const row = await tx.one(
    sql.type(
      inserted,
    )`insert into outbox (realm_id, events) values (${realmId}, ${events}) returning id, xid::text`,
  );
  return { realmId, events, ...row };
}
