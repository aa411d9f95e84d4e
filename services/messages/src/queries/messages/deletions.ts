import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

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
