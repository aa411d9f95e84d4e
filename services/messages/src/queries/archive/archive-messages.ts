import type { deletionReasons } from "@team-chat/contract";
import { type Fragment, sql, type Transaction } from "@team-chat/pg";

import { type Belonging, belongings, columnList, messageColumns } from "./archived-columns.ts";

type ArrayToken = ReturnType<typeof sql.array>;

/** Messages that are deleted at once, of any places and topics. */
export interface Deletion {
  readonly realmId: number;
  readonly ids: readonly number[];
  readonly reason: (typeof deletionReasons)[number];
  /** Null where the server deletes by itself. */
  readonly deletedBy: number | null;
  /** UNIX milliseconds. */
  readonly nowMs: number;
}

/**
 * Deletes messages with everything that belongs to them, and keeps it in the archive, one deletion for each place and
 * topic: all in one statement. Ranges stay: ids in them that no message has mean nothing.
 */
export async function archiveMessages(tx: Transaction, deletion: Deletion): Promise<void> {
  const { deletedBy, nowMs, realmId, reason } = deletion;
  const ids = sql.array([...deletion.ids], "int8");
  const moved = belongings.map((of) => movedBelonging(of, { realmId, ids }));
  await tx.query(sql.unsafe`
    with ${sql.join(moved, sql.fragment`, `)}, gone as (
      delete from message where realm_id = ${realmId} and id = any(${ids})
      returning ${columnList(messageColumns)}
    ), deletion as (
      insert into message_deletion (realm_id, recipient_id, channel_id, topic, reason, deleted_by, deleted_at)
      select realm_id, recipient_id, channel_id, max(topic), ${reason}, ${deletedBy}::int8,
        ${new Date(nowMs).toISOString()}::timestamptz
      from gone group by realm_id, recipient_id, channel_id, lower(topic)
      returning id, recipient_id, topic
    )
    insert into archived_message (deletion_id, ${columnList(messageColumns)})
    select deletion.id, ${columnList(messageColumns, "gone")}
    from gone join deletion on deletion.recipient_id = gone.recipient_id and lower(deletion.topic) = lower(gone.topic)`);
}

/** Makes the named queries by which rows go from their table into the archive. */
function movedBelonging(
  { archive, columns, table }: Belonging,
  { ids, realmId }: { readonly realmId: number; readonly ids: ArrayToken },
): Fragment {
  return sql.fragment`${sql.identifier([`gone_${table}`])} as (
      delete from ${sql.identifier([table])} where realm_id = ${realmId} and message_id = any(${ids})
      returning ${columnList(columns)}
    ), ${sql.identifier([`kept_${table}`])} as (
      insert into ${sql.identifier([archive])} (${columnList(columns)})
      select ${columnList(columns)} from ${sql.identifier([`gone_${table}`])}
    )`;
}
