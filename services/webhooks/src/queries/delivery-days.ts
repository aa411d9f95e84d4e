import type { noteDeliveries } from "@team-chat/contract";
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

type Entry = z.output<typeof noteDeliveries.input>["entries"][number];

const entry = z.object({ realmId: z.number(), day: z.string(), deliveries: z.number() });

/** Lists days with deliveries that users was not told of, the oldest first, for so many organizations. */
export function listDueDays(db: Connection, limit: number): Promise<readonly Entry[]> {
  return db.any(sql.type(entry)`
    select realm_id as "realmId", day::text, deliveries from delivery_day
    where deliveries > noted order by day, realm_id limit ${limit}
  `);
}

/** Keeps that users was told of them. */
export async function markNoted(db: Connection, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(({ day, deliveries, realmId }) => [realmId, day, deliveries]);
  await db.query(sql.unsafe`
    update delivery_day kept set noted = greatest(kept.noted, told.deliveries)
    from ${sql.unnest(rows, ["int8", "date", "int8"])} as told(realm_id, day, deliveries)
    where kept.realm_id = told.realm_id and kept.day = told.day
  `);
}
