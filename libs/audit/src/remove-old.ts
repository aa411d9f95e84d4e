import { type Database, sql } from "@team-chat/pg";
import { z } from "zod";

import { note } from "./note.ts";

/** Of one organization, in one transaction. */
const removedAtOnce = 1000;

const dueRealm = z.object({ realmId: z.number() });
const removal = z.object({ removed: z.number(), last: z.number().nullable() });

/**
 * Removes entries from before a time, and leaves an entry that says where those begin that are left. Returns how many
 * it removed; there may be more.
 */
export async function removeEntriesBefore(db: Database, time: Date): Promise<number> {
  const realmId = await db.maybeOneFirst(sql.type(dueRealm)`
    select realm_id as "realmId" from audit_entry
    where changed_at < ${sql.timestamp(time)}
    order by changed_at
    limit 1`);
  if (realmId === null) return 0;
  return db.transaction(async (tx) => {
    const { last, removed } = await tx.one(sql.type(removal)`
      with old as (
        select entry_id from audit_entry
        where realm_id = ${realmId} and changed_at < ${sql.timestamp(time)}
        order by position
        limit ${removedAtOnce}
        for update
      ), gone as (
        delete from audit_entry e using old
        where e.realm_id = ${realmId} and e.entry_id = old.entry_id
        returning e.position
      )
      select count(*) as removed, max(position) as last from gone`);
    if (last !== null)
      await note(tx, { realmId, object: "audit_log", key: {}, after: { first: last + 1 } });
    return removed;
  });
}
