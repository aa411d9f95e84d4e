import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const topicRow = z.object({ name: z.string(), max_id: z.number() });

export type TopicRow = z.infer<typeof topicRow>;

interface TopicSearch {
  readonly realmId: number;
  readonly userId: number;
  readonly recipientId: number;
  /** True if topics of messages that the user never received count too. */
  readonly wholeHistory: boolean;
}

/**
 * Lists the topics of a channel with the newest message of each, newest first. Jumps from topic to topic in the index,
 * whatever their length.
 */
export function listChannelTopics(
  db: Connection,
  search: TopicSearch,
): Promise<readonly TopicRow[]> {
  const place = sql.fragment`m.realm_id = ${search.realmId} and m.recipient_id = ${search.recipientId} and m.channel_id is not null`;
  const visible = search.wholeHistory
    ? sql.fragment`true`
    : sql.fragment`exists (select from user_recipient ur where ur.realm_id = m.realm_id and ur.user_id = ${search.userId}
        and ur.recipient_id = m.recipient_id and ur.received @> m.id)`;
  const columns = sql.fragment`lower(m.topic) as key, m.topic as name, m.id as max_id from message m`;
  return db.any(sql.type(topicRow)`
    with recursive topic as (
      (select ${columns} where ${place} and ${visible} order by lower(m.topic) desc, m.id desc limit 1)
      union all
      select next.* from topic cross join lateral (
        select ${columns} where ${place} and ${visible} and lower(m.topic) < topic.key order by lower(m.topic) desc, m.id desc limit 1
      ) next
    )
    select name, max_id from topic order by max_id desc`);
}

/** Tells whether any message of the channel has a topic that is not empty; one index probe. */
export function existsNamedTopic(
  db: Connection,
  { realmId, channelId }: { readonly realmId: number; readonly channelId: number },
): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from recipient join message on message.realm_id = recipient.realm_id and message.recipient_id = recipient.id
    where recipient.realm_id = ${realmId} and recipient.channel_id = ${channelId}
      and message.channel_id is not null and lower(message.topic) > ''`);
}
