// See docs/subsystems/messages.md.
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { mentionBits } from "./flag-bits.ts";

interface Reader {
  readonly realmId: number;
  readonly userId: number;
}

const placeRow = z.object({
  recipientId: z.number(),
  channelId: z.number().nullable(),
  participants: z.array(z.number()).nullable(),
  /** Changes whenever its messages change otherwise than by new ones. */
  revision: z.number(),
  /** The newest message there. */
  newest: z.number(),
  /** What was received and not read, up to the newest: lower and upper bounds of ranges in turns, separated by commas. */
  gaps: z.string(),
});

/** A recipient where a user may have something unread. */
export type UnreadPlaceRow = z.infer<typeof placeRow>;

/** Where a user may have something unread, and which ids. */
export function listUnreadPlaces(
  tx: Transaction,
  { realmId, userId }: Reader,
): Promise<readonly UnreadPlaceRow[]> {
  return tx.any(sql.type(placeRow)`
    select "recipientId", "channelId", participants, revision, newest, (
      select string_agg(lower(part) || ',' || upper(part), ',') from unnest(unread) as part
    ) as gaps
    from (
      select r.id as "recipientId", r.channel_id as "channelId", r.participants, r.revision, newest.id as newest,
        (ur.received - ur.read) * int8multirange(int8range(1, newest.id + 1)) as unread
      from user_recipient ur join recipient r on r.realm_id = ur.realm_id and r.id = ur.recipient_id
        cross join lateral (
          select m.id from message m where m.realm_id = ur.realm_id and m.recipient_id = ur.recipient_id order by m.id desc limit 1
        ) newest
      where ur.realm_id = ${realmId} and ur.user_id = ${userId} offset 0
    ) place where not isempty(unread)
    order by "channelId", "recipientId"`);
}

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

/** The messages within the windows by recipient and topic; of each recipient only the newest so many. */
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

/** Ids of messages from one on that mention the user, ascending. */
export function listMentioning(
  db: Connection,
  { realmId, userId }: Reader,
  from: number,
): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ id: z.number() }))`
    select message_id as id from user_message
    where realm_id = ${realmId} and user_id = ${userId} and flags & ${mentionBits} <> 0 and message_id >= ${from}
    order by message_id`);
}
