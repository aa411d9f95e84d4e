import type { HotPool } from "@team-chat/pg";

interface RecipientTopic {
  readonly realmId: number;
  readonly recipientId: number;
  readonly topic: string;
}

/**
 * Lists the users who have written or reacted in a topic (docs/behaviour/messages.md#permission-to-mention). Costs one
 * look-up in its index for each message, so ask only where the answer decides.
 */
export async function listTopicParticipants(
  hot: HotPool,
  { realmId, recipientId, topic }: RecipientTopic,
): Promise<ReadonlySet<number>> {
  const { rows } = await hot.query<{ sender_id: number }>(
    `with topic as materialized (
       select id, sender_id from message
       where realm_id = $1 and recipient_id = $2 and lower(topic) = lower($3) and channel_id is not null
     )
     select sender_id from topic
     union select user_id from topic join reaction on reaction.realm_id = $1 and reaction.message_id = topic.id`,
    [realmId, recipientId, topic],
  );
  return new Set(rows.map((row) => row.sender_id));
}

/** Tells whether the topic has messages: received by the user or, without one, any. */
export async function hasTopicMessages(
  hot: HotPool,
  { realmId, recipientId, topic }: RecipientTopic,
  receivedBy: number | null,
): Promise<boolean> {
  const { rows } = await hot.query<{ found: boolean }>({
    name: "has-topic-messages",
    text: `select exists (
      select from message where realm_id = $1 and recipient_id = $2 and lower(topic) = lower($3) and channel_id is not null
        and ($4::int8 is null or exists (select from user_recipient ur
          where ur.realm_id = $1 and ur.user_id = $4 and ur.recipient_id = $2 and ur.received @> message.id))) as found`,
    values: [realmId, recipientId, topic, receivedBy],
  });
  return rows[0]?.found === true;
}
