import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** Removes messages with everything that belongs to them; ranges stay, ids in them that no message has mean nothing. */
export async function deleteMessages(
  tx: Transaction,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  const these = sql.fragment`realm_id = ${realmId} and message_id = any(${sql.array([...ids], "int8")})`;
  await tx.query(sql.unsafe`delete from reaction where ${these}`);
  await tx.query(sql.unsafe`delete from submessage where ${these}`);
  await tx.query(sql.unsafe`delete from attachment_message where ${these}`);
  await tx.query(sql.unsafe`delete from user_message where ${these}`);
  await tx.query(
    sql.unsafe`delete from message where realm_id = ${realmId} and id = any(${sql.array([...ids], "int8")})`,
  );
}

interface TopicSearch {
  readonly realmId: number;
  readonly recipientId: number;
  readonly topic: string;
  /** Only what this user received; null for everything. */
  readonly receivedBy: number | null;
  readonly limit: number;
}

/** Lists the newest messages of a topic, newest first. */
export function listNewestInTopic(
  tx: Transaction,
  { realmId, recipientId, topic, receivedBy, limit }: TopicSearch,
): Promise<readonly { readonly id: number }[]> {
  return tx.any(sql.type(z.object({ id: z.number() }))`
    select m.id from message m
    where m.realm_id = ${realmId} and m.recipient_id = ${recipientId} and m.channel_id is not null
      and lower(m.topic) = lower(${topic})
      and (${receivedBy}::bigint is null or exists (select from user_recipient ur where ur.realm_id = ${realmId}
        and ur.user_id = ${receivedBy} and ur.recipient_id = ${recipientId} and ur.received @> m.id))
    order by m.id desc limit ${limit}`);
}
