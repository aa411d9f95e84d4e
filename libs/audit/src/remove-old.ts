import { type Database, sql } from "@team-chat/pg";
import { z } from "zod";

import { note } from "./note.ts";

/** Of one organization, in one transaction. */
const removedAtOnce = 1000;

const dueRealm = z.object({ realmId: z.number() });
const removal = z.object({ removed: z.number(), last: z.number().nullable() });

/**
 * Removes entries from before a time, and leaves an entry that says where those begin that are left. Returns how many
 * it removed; null when there are none left.
 */
export async function removeEntriesBefore(db: Database, time: Date): Promise<number | null> {
  const realmId = await db.maybeOneFirst(sql.type(dueRealm)`
    select realm_id as "realmId" from audit_head where oldest_at < ${sql.timestamp(time)} limit 1`);
  if (realmId === null) return null;
  return db.transaction(async (tx) => {
    const { last, removed } = await tx.one(sql.type(removal)`
      with old as (
        select position from audit_entry
        where realm_id = ${realmId} and changed_at < ${sql.timestamp(time)}
        order by position
        limit ${removedAtOnce}
        for update
      ), gone as (
        delete from audit_entry e using old
        where e.realm_id = ${realmId} and e.position = old.position
        returning e.position
      )
      select count(*) as removed, max(position) as last from gone`);
    // A moment more than it was is right, too: nothing is older than what is left.
    if (removed < removedAtOnce)
      await tx.query(sql.unsafe`
        update audit_head set oldest_at = ${sql.timestamp(time)} where realm_id = ${realmId}`);
    if (last !== null)
      await note(tx, { realmId, object: "audit_log", key: {}, after: { first: last + 1 } });
    return removed;
  });
}
