import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

interface RecipientTopic {
  readonly realmId: number;
  readonly recipientId: number;
  readonly topic: string;
}

const newestRow = z.object({
  id: z.number(),
  recipientId: z.number(),
  channelId: z.number(),
  senderId: z.number(),
  topic: z.string(),
  content: z.string(),
  /** UNIX seconds. */
  sentAt: z.number(),
});

/** The newest message of a topic. */
export type TopicNewest = z.infer<typeof newestRow>;

/** Finds the newest message of a topic; null when it has none. */
export function findNewestInTopic(
  tx: Transaction,
  place: RecipientTopic,
): Promise<TopicNewest | null> {
  return tx.maybeOne(sql.type(newestRow)`
    select id, recipient_id as "recipientId", channel_id as "channelId", sender_id as "senderId", topic, content,
      floor(extract(epoch from sent_at))::int8 as "sentAt"
    from message where ${inTopic(place)} order by id desc limit 1`);
}

/** Tells whether the topic has messages besides these. */
export function hasOtherMessages(
  tx: Transaction,
  { ids, ...place }: RecipientTopic & { readonly ids: readonly number[] },
): Promise<boolean> {
  return tx.exists(sql.unsafe`
    select from message where ${inTopic(place)} and id <> all(${sql.array([...ids], "int8")})`);
}

/** Lists the users who wrote or reacted in a topic. */
export function listParticipants(
  tx: Transaction,
  place: RecipientTopic,
): Promise<readonly number[]> {
  return tx.anyFirst(sql.type(z.object({ userId: z.number() }))`
    with topic as materialized (select id, sender_id from message where ${inTopic(place)})
    select sender_id as "userId" from topic
    union select user_id from topic join reaction on realm_id = ${place.realmId} and message_id = topic.id`);
}

function inTopic({ realmId, recipientId, topic }: RecipientTopic) {
  return sql.fragment`realm_id = ${realmId} and recipient_id = ${recipientId} and channel_id is not null
    and lower(topic) = lower(${topic})`;
}
