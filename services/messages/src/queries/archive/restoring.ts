import { deletionReasons } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { ArchivedRecipient, Selection } from "../../values/archive.ts";
import { belongings, columnList, messageColumns } from "./archived-columns.ts";

const placeRow = z.object({
  recipientId: z.number(),
  channelId: z.number().nullable(),
  participants: z.array(z.number()).nullable(),
  reason: z.enum(deletionReasons),
});

interface Search {
  readonly of: Selection;
  /** Time before which nothing can be taken back, also where a legal hold keeps it; UNIX milliseconds. */
  readonly keptSinceMs: number;
}

/** Reads `d` and `m`, the deletions and messages of a selection. */
const selected = (realmId: number, { keptSinceMs, of }: Search) => sql.fragment`
  message_deletion d join archived_message m on m.realm_id = d.realm_id and m.deletion_id = d.id
  where d.realm_id = ${realmId} and d.deleted_at >= ${new Date(keptSinceMs).toISOString()}::timestamptz
    and (${of.deletionId}::int8 is null or d.id = ${of.deletionId})
    and (${of.messageId}::int8 is null or m.id = ${of.messageId})
    and (${of.channelId}::int8 is null or d.recipient_id = (
      select id from recipient where realm_id = ${realmId} and channel_id = ${of.channelId}))
    and (${of.topic}::text is null or lower(d.topic) = lower(${of.topic}))`;

/** Finds where the messages of a selection were; null when there are none. */
export function findArchivedRecipient(
  db: Connection,
  realmId: number,
  search: Search,
): Promise<ArchivedRecipient | null> {
  return db.maybeOne(sql.type(placeRow)`
    select r.id as "recipientId", r.channel_id as "channelId", to_json(r.participants) as participants, d.reason
    from recipient r join (
      select d.recipient_id, d.reason from ${selected(realmId, search)} order by d.id desc limit 1
    ) d on d.recipient_id = r.id
    where r.realm_id = ${realmId}`);
}

const messageRow = z.object({ id: z.number(), topic: z.string() });

interface Restorable extends Search {
  /** Messages that were sent before are left; UNIX milliseconds. */
  readonly sinceMs: number;
  readonly limit: number;
}

/** Locks messages of a selection, those that were deleted last first. */
export function lockArchived(
  tx: Transaction,
  realmId: number,
  { limit, sinceMs, ...search }: Restorable,
): Promise<readonly z.output<typeof messageRow>[]> {
  return tx.any(sql.type(messageRow)`
    select m.id, m.topic from ${selected(realmId, search)}
      and m.sent_at >= ${new Date(sinceMs).toISOString()}::timestamptz
    order by d.id desc, m.id desc limit ${limit} for update of m`);
}

/**
 * Copies messages back from the archive with what belongs to them, but for files that are gone. Needs the commit gate;
 * what processes remember of the place is outdated by its revision.
 */
export async function copyBack(
  tx: Transaction,
  { realmId, recipientId }: { readonly realmId: number; readonly recipientId: number },
  messageIds: readonly number[],
): Promise<void> {
  const ids = sql.array([...messageIds], "int8");
  await tx.query(sql.unsafe`
    insert into message (${columnList(messageColumns)})
    select ${columnList(messageColumns)} from archived_message where realm_id = ${realmId} and id = any(${ids})`);
  for (const { archive, columns, table } of belongings)
    await tx.query(sql.unsafe`
      insert into ${sql.identifier([table])} (${columnList(columns)}) overriding system value
      select ${columnList(columns)} from ${sql.identifier([archive])}
      where realm_id = ${realmId} and message_id = any(${ids})`);
  await tx.query(sql.unsafe`
    delete from attachment_message l where l.realm_id = ${realmId} and l.message_id = any(${ids})
      and not exists (select from attachment a where a.realm_id = l.realm_id and a.id = l.attachment_id)`);
  await tx.query(sql.unsafe`
    update recipient set revision = revision + 1 where realm_id = ${realmId} and id = ${recipientId}`);
}
