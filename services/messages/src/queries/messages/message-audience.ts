import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const userRow = z.object({ userId: z.number() });

interface MessageRef {
  readonly realmId: number;
  readonly recipientId: number;
  readonly messageIds: readonly number[];
}

/**
 * Lists users who left the channel but received one of these messages, or have flags of one without having received it.
 */
export function listFormerReaders(
  db: Connection,
  { realmId, recipientId, messageIds }: MessageRef,
): Promise<readonly number[]> {
  const ids = sql.array([...messageIds], "int8");
  return db.anyFirst(sql.type(userRow)`
    select user_id as "userId" from user_recipient
    where realm_id = ${realmId} and recipient_id = ${recipientId} and not upper_inf(received)
      and received && (select range_agg(int8range(id, id + 1)) from unnest(${ids}) as id)
    union
    select user_id from user_message where realm_id = ${realmId} and message_id = any(${ids})`);
}

/** Lists those of the users who received one of these messages when it was sent. */
export function listReceivers(
  db: Connection,
  { realmId, recipientId, messageIds }: MessageRef,
  userIds: readonly number[],
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(userRow)`
    select user_id as "userId" from user_recipient
    where realm_id = ${realmId} and recipient_id = ${recipientId} and user_id = any(${sql.array([...userIds], "int8")})
      and received && (select range_agg(int8range(id, id + 1)) from unnest(${sql.array([...messageIds], "int8")}) as id)`);
}

/** Lists those of the users who received and read the message, ascending. */
export function listReaders(
  db: Connection,
  { realmId, recipientId, messageId }: { realmId: number; recipientId: number; messageId: number },
  userIds: readonly number[],
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(userRow)`
    select user_id as "userId" from user_recipient
    where realm_id = ${realmId} and recipient_id = ${recipientId} and user_id = any(${sql.array([...userIds], "int8")})
      and received @> ${messageId}::int8 and read @> ${messageId}::int8
    order by user_id`);
}
