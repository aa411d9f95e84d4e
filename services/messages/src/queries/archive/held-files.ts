import { type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { isHeld } from "./legal-holds.ts";

/** Writes the condition that the owner is held, or one of the messages, live or archived. */
function areHeld(realmId: number, userId: Fragment, messageIds: Fragment): Fragment {
  return sql.fragment`(
    exists (select from legal_hold h where h.realm_id = ${realmId} and h.user_id = ${userId} and h.ended_at is null)
    or exists (select from message m where m.realm_id = ${realmId} and m.id = any(${messageIds}) and ${isHeld()})
    or exists (select from archived_message m where m.realm_id = ${realmId} and m.id = any(${messageIds}) and ${isHeld()}))`;
}

/**
 * Keeps a file that its owner is about to delete, if a hold that is on concerns the owner or a message that links to
 * it. True when it does. Needs the lock of `lockHolds`.
 */
export async function keepHeldFile(
  tx: Transaction,
  {
    id,
    realmId,
    userId,
  }: { readonly realmId: number; readonly userId: number; readonly id: number },
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    insert into held_file (realm_id, id, path_id, user_id, name, size, content_type, bytes, place, created_at, deleted_at, message_ids)
    select realm_id, id, path_id, user_id, name, size, content_type, bytes, place, created_at,
      ${new Date(nowMs).toISOString()}::timestamptz, linking.ids
    from attachment a cross join lateral (
      select coalesce(array_agg(message_id), '{}') as ids from (
        select message_id from attachment_message l where l.realm_id = a.realm_id and l.attachment_id = a.id
        union select message_id from archived_attachment_message l where l.realm_id = a.realm_id and l.attachment_id = a.id
      ) l
    ) linking
    where a.realm_id = ${realmId} and a.user_id = ${userId} and a.id = ${id}
      and ${areHeld(realmId, sql.fragment`a.user_id`, sql.fragment`linking.ids`)}`);
  return rowCount === 1;
}

const fileRow = z.object({
  pathId: z.string(),
  place: z.enum(["disk", "s3", "database"]).nullable(),
});

/** Forgets files that no hold concerns any more; returns where their bytes are. Needs the lock of `lockHolds`. */
export function deleteReleasedFiles(
  tx: Transaction,
  realmId: number,
  limit: number,
): Promise<readonly z.output<typeof fileRow>[]> {
  return tx.any(sql.type(fileRow)`
    delete from held_file where realm_id = ${realmId} and id in (
      select f.id from held_file f where f.realm_id = ${realmId}
        and not ${areHeld(realmId, sql.fragment`f.user_id`, sql.fragment`f.message_ids`)}
      order by f.id limit ${limit} for update skip locked
    ) returning path_id as "pathId", place`);
}
