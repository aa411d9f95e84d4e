// See docs/subsystems/messages.md.
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const topicIdsRow = z.object({
  recipientId: z.number(),
  /** As the newest of them writes it. */
  topic: z.string(),
  /** Ascending. */
  ids: z.array(z.number()),
  /** Of these ids those that mention everybody, ascending. */
  everyone: z.array(z.number()),
});

/** Messages of one topic of a recipient. */
export type TopicIdsRow = z.infer<typeof topicIdsRow>;

/** A stretch of ids of a recipient, from `low` up to but without `high`. */
export interface Window {
  readonly recipientId: number;
  readonly low: number;
  readonly high: number;
}

/** Lists the messages within the windows by recipient and topic; of each recipient only the newest so many. */
export async function listTopicIds(
  db: Connection,
  realmId: number,
  { windows, limit }: { readonly windows: readonly Window[]; readonly limit: number },
): Promise<readonly TopicIdsRow[]> {
  if (windows.length === 0) return [];
  const bounds = sql.unnest(
    windows.map(({ recipientId, low, high }) => [recipientId, low, high]),
    ["int8", "int8", "int8"],
  );
  return db.any(sql.type(topicIdsRow)`
    with bound as materialized (select * from ${bounds} as bound(recipient_id, low, high))
    select recipient_id as "recipientId", (array_agg(topic order by id desc))[1] as topic, json_agg(id order by id) as ids,
      coalesce(json_agg(id order by id) filter (where mentions_everyone), '[]') as everyone
    from (select distinct recipient_id from bound) place cross join lateral (
      select m.id, m.topic, m.mentions_everyone from bound cross join lateral (
        select id, topic, mentions_everyone from message m
        where m.realm_id = ${realmId} and m.recipient_id = bound.recipient_id and m.id >= bound.low and m.id < bound.high
        order by id desc limit ${limit}
      ) m
      where bound.recipient_id = place.recipient_id order by m.id desc limit ${limit}
    ) m
    group by recipient_id, lower(topic)`);
}
