import { mailReason } from "@team-chat/contract";
import {
  type Connection,
  type Database,
  type Fragment,
  sql,
  type Transaction,
} from "@team-chat/pg";
import { z } from "zod";

const missed = z.object({
  messageId: z.number(),
  reason: mailReason,
  wasPresent: z.boolean(),
  dueAt: z.date(),
});

/** A message about which somebody is to get e-mail. */
export type MissedMessage = z.infer<typeof missed>;

export interface NewMissedMessage extends MissedMessage {
  readonly realmId: number;
  readonly userId: number;
}

/** Most messages that are mailed together; the rest follows at once. */
const maxTogether = 200;

/** Returns the SQL of a moment. */
export function timeOf(time: Date): Fragment {
  return sql.fragment`${time.toISOString()}::timestamptz`;
}

interface Person {
  readonly realmId: number;
  readonly userId: number;
}

/**
 * Notes messages for people, those that are noted already excepted, and has them mailed when the first is due. Whoever
 * is being mailed to is waited for, since their batch may end.
 */
export function insertMissed(db: Database, given: readonly NewMissedMessage[]): Promise<void> {
  const rows = given.map((one) => [
    one.realmId,
    one.userId,
    one.messageId,
    one.reason,
    one.wasPresent,
    one.dueAt.toISOString(),
  ]);
  const all = sql.fragment`${sql.unnest(rows, ["int8", "int8", "int8", "text", "bool", "timestamptz"])}
    as new(realm_id, user_id, message_id, reason, was_present, due_at)`;
  return db.transaction(async (tx) => {
    // In one order, so that two processes do not wait for each other.
    await tx.query(sql.unsafe`
      insert into mail_batch (realm_id, user_id, due_at)
      select realm_id, user_id, min(due_at) from ${all} group by realm_id, user_id order by realm_id, user_id
      on conflict (realm_id, user_id) do update set due_at = least(mail_batch.due_at, excluded.due_at)`);
    await tx.query(sql.unsafe`
      insert into missed_message (realm_id, user_id, message_id, reason, was_present, due_at)
      select realm_id, user_id, message_id, reason, was_present, due_at from ${all}
      on conflict do nothing`);
  });
}

/**
 * Lists what is to be mailed to somebody now, the oldest message first; what somebody who was there may still be
 * reading is left out.
 */
export function listMissed(
  db: Connection,
  { realmId, userId }: Person,
  now: Date,
): Promise<readonly MissedMessage[]> {
  return db.any(sql.type(missed)`
    select message_id as "messageId", reason, was_present as "wasPresent", due_at as "dueAt"
    from missed_message
    where realm_id = ${realmId} and user_id = ${userId} and not is_done and (not was_present or due_at <= ${timeOf(now)})
    order by message_id limit ${maxTogether}`);
}

/** Keeps that messages were mailed, or need not be: when the stream brings them again they are not noted again. */
export async function endMissed(
  tx: Transaction,
  { realmId, userId }: Person,
  messageIds: readonly number[],
): Promise<void> {
  await tx.query(sql.unsafe`
    update missed_message set is_done = true where realm_id = ${realmId} and user_id = ${userId}
      and message_id = any(${sql.array([...messageIds], "int8")})`);
}

/** Forgets up to a thousand messages that were mailed, and due before; resolves to how many. */
export async function deleteEndedMissed(db: Connection, before: Date): Promise<number> {
  const { rowCount } = await db.query(sql.unsafe`
    delete from missed_message where (realm_id, user_id, message_id) in (
      select realm_id, user_id, message_id from missed_message
      where is_done and due_at < ${timeOf(before)} limit 1000 for update skip locked
    )`);
  return rowCount;
}
