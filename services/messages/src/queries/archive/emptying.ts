import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { belongings } from "./archived-columns.ts";
import { isHeld } from "./legal-holds.ts";

const idRow = z.object({ id: z.number() });
const outlivedRow = z.object({
  id: z.number(),
  deletionId: z.number(),
  /** UNIX microseconds. */
  deletedAt: z.number(),
});

/** Message whose time in the archive is over, in the order in which they go. */
export type OutlivedRow = z.output<typeof outlivedRow>;

interface Expired {
  readonly realmId: number;
  /** Of the deletion, in UNIX milliseconds. */
  readonly beforeMs: number;
  /** The last that was looked at; null for the first look. */
  readonly after: OutlivedRow | null;
}

/** Lists those of the realms that have deleted messages or files which nobody else keeps for them. */
export function listArchiving(
  db: Connection,
  realmIds: readonly number[],
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(idRow)`
    select id from unnest(${sql.array([...realmIds], "int8")}) realm(id)
    where exists (select from message_deletion d where d.realm_id = realm.id)
      or exists (select from held_file f where f.realm_id = realm.id)`);
}

/**
 * Locks the messages that were deleted before the time and that no legal hold keeps, the first deleted first; what
 * others have locked is left. Needs the lock of `lockHolds`.
 */
export function lockOutlived(
  tx: Transaction,
  { after, beforeMs, realmId }: Expired,
  limit: number,
): Promise<readonly OutlivedRow[]> {
  const from = sql.fragment`(to_timestamp(0) + ${after?.deletedAt ?? 0}::int8 * interval '1 microsecond')`;
  return tx.any(sql.type(outlivedRow)`
    select m.id, d.id as "deletionId", (extract(epoch from d.deleted_at) * 1000000)::int8 as "deletedAt"
    from message_deletion d join archived_message m on m.realm_id = d.realm_id and m.deletion_id = d.id
    where d.realm_id = ${realmId} and d.deleted_at < ${new Date(beforeMs).toISOString()}::timestamptz
      and d.deleted_at >= ${from}
      and (d.deleted_at, d.id, m.id) > (${from}, ${after?.deletionId ?? 0}::int8, ${after?.id ?? 0}::int8)
      and not ${isHeld()}
    order by d.deleted_at, d.id, m.id limit ${limit} for update of m skip locked`);
}

/** Takes messages out of the archive with what belongs to them; returns the files that they linked to. */
export async function deleteArchived(
  tx: Transaction,
  realmId: number,
  messageIds: readonly number[],
): Promise<readonly number[]> {
  const ids = sql.array([...messageIds], "int8");
  const files = await tx.anyFirst(sql.type(idRow)`
    select distinct attachment_id as id from archived_attachment_message
    where realm_id = ${realmId} and message_id = any(${ids})`);
  for (const { archive } of belongings)
    await tx.query(sql.unsafe`
      delete from ${sql.identifier([archive])} where realm_id = ${realmId} and message_id = any(${ids})`);
  const touched = await tx.anyFirst(sql.type(idRow)`
    with gone as (
      delete from archived_message where realm_id = ${realmId} and id = any(${ids}) returning deletion_id
    ) select distinct deletion_id as id from gone`);
  await tx.query(sql.unsafe`
    delete from message_deletion d
    where d.realm_id = ${realmId} and d.id = any(${sql.array([...touched], "int8")})
      and not exists (select from archived_message m where m.realm_id = d.realm_id and m.deletion_id = d.id)`);
  return files;
}

/** Lets those of the files go that nothing links to any more, as if no message ever had. */
export async function unclaimFiles(
  tx: Transaction,
  realmId: number,
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) return;
  await tx.query(sql.unsafe`
    update attachment a set claimed = false
    where a.realm_id = ${realmId} and a.id = any(${sql.array([...fileIds], "int8")}) and a.claimed
      and not exists (select from attachment_message l where l.realm_id = a.realm_id and l.attachment_id = a.id)
      and not exists (select from archived_attachment_message l where l.realm_id = a.realm_id and l.attachment_id = a.id)`);
}
