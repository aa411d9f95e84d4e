import type { HotPool } from "@team-chat/pg";

interface TopicPlace {
  readonly realmId: number;
  readonly recipientId: number;
  readonly topic: string;
}

/** Who has written or reacted in a topic (reference/behaviour.md §2.8); one look-up in its index for each message, so only for what has to know. */
export async function listTopicParticipants(
  hot: HotPool,
  { realmId, recipientId, topic }: TopicPlace,
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
