import type { HotPool } from "@team-chat/pg";

/** A topic to look at, and how far back its reader may look. */
export interface TopicKey {
  readonly channelId: number;
  readonly topic: string;
  readonly wholeHistory: boolean;
}

interface Reader {
  readonly realmId: number;
  readonly userId: number;
}

/**
 * Finds the latest message that the reader may read in each topic, case-insensitively; asks nothing if there is no
 * topic.
 */
export async function findLatest(
  hot: HotPool,
  { realmId, userId }: Reader,
  topics: readonly TopicKey[],
): Promise<(channelId: number, topic: string) => number | null> {
  if (topics.length === 0) return () => null;
  const { rows } = await hot.query<{ channel_id: number; topic: string; id: number }>(
    `select wanted.channel_id, wanted.topic, latest.id
     from unnest($3::int8[], $4::text[], $5::bool[]) as wanted(channel_id, topic, whole_history)
       join recipient on recipient.realm_id = $1 and recipient.channel_id = wanted.channel_id
       left join user_recipient ur on ur.realm_id = $1 and ur.user_id = $2 and ur.recipient_id = recipient.id
       cross join lateral (
         select id from message
         where message.realm_id = $1 and recipient_id = recipient.id and lower(topic) = lower(wanted.topic) and channel_id is not null
           and (wanted.whole_history or ur.received @> id)
         order by id desc limit 1
       ) latest`,
    [
      realmId,
      userId,
      topics.map((one) => one.channelId),
      topics.map((one) => one.topic),
      topics.map((one) => one.wholeHistory),
    ],
  );
  const found = new Map(rows.map((row) => [`${row.channel_id}>${row.topic}`, row.id]));
  return (channelId, topic) => found.get(`${channelId}>${topic}`) ?? null;
}
