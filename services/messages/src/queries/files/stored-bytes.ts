import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const total = z.object({ bytes: z.number() });

/** Finds how many bytes the files of an organization have together. */
export async function findStoredBytes(db: Connection, realmId: number): Promise<number> {
  const row = await db.maybeOne(sql.type(total)`
    select bytes from stored_bytes where realm_id = ${realmId}
  `);
  return row?.bytes ?? 0;
}

/**
 * Notes that so many bytes came, or went, with the files that the transaction has written or deleted, and returns how
 * many there are then. Once a day they are counted anew, as the release before notes nothing. Lets nobody else do so
 * before the transaction ends, which must hold the commit gate from its beginning.
 */
export async function addStoredBytes(
  tx: Transaction,
  { added, nowMs, realmId }: { readonly realmId: number; added: number; nowMs: number },
): Promise<number> {
  const before = await tx.oneFirst(sql.type(total)`
    insert into stored_bytes as kept (realm_id, bytes) values (${realmId}, 0)
    on conflict (realm_id) do update set bytes = kept.bytes returning bytes
  `);
  const day = sql.fragment`${new Date(nowMs).toISOString().slice(0, 10)}::date`;
  // A statement of its own, which sees what others committed while this one waited for the row.
  return tx.oneFirst(sql.type(total)`
    with counted as (
      update stored_bytes set bytes = case
        when exists (select from stored_bytes_day where realm_id = ${realmId} and day = ${day}) then bytes + ${added}
        else (select coalesce(sum(size), 0) from attachment where realm_id = ${realmId})
      end
      where realm_id = ${realmId} returning bytes
    )
    insert into stored_bytes_day as kept (realm_id, day, bytes, left_bytes)
    select ${realmId}, ${day}, greatest(bytes, ${before}), bytes from counted
    on conflict (realm_id, day) do update
      set bytes = greatest(kept.bytes, excluded.left_bytes), left_bytes = excluded.left_bytes
    returning left_bytes as bytes
  `);
}
