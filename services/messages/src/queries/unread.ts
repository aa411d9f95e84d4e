// See docs/subsystems/messages.md.
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import { mentionBits } from "./flag-bits.ts";

/** Newest unread messages that clients are told of at the start (reference/behaviour.md §13.1). */
export const maxUnread = 50_000;

const unreadRow = z.object({
  channelId: z.number().nullable(),
  participants: z.array(z.number()).nullable(),
  /** As the newest of them writes it. */
  topic: z.string(),
  /** Ascending. */
  ids: z.array(z.number()),
  /** Of these ids those that mention the reader. */
  mentions: z.array(z.number()),
});

export type UnreadRow = z.infer<typeof unreadRow>;

/** The newest unread messages of a user, one row for each topic and each direct conversation. */
export function listUnread(
  db: Connection,
  { realmId, userId }: { realmId: number; userId: number },
): Promise<readonly UnreadRow[]> {
  // The fences (offset 0) keep Postgres from joining ranges with the whole table (reference/measurements.md 3b').
  return db.any(sql.type(unreadRow)`
    with gap as (
      select ur.recipient_id, lower(gap) as low, coalesce(upper(gap), 9223372036854775807) as high
      from user_recipient ur cross join lateral unnest(ur.received - ur.read) as gap
      where ur.realm_id = ${realmId} and ur.user_id = ${userId} offset 0
    ), unread as materialized (
      select missed.* from gap cross join lateral (
        select m.id, m.recipient_id, m.channel_id, m.topic, m.mentions_everyone from message m
        where m.realm_id = ${realmId} and m.recipient_id = gap.recipient_id and m.id >= gap.low and m.id < gap.high offset 0
      ) missed order by missed.id desc limit ${maxUnread}
    ), mention as (
      select unread.id from unread join user_message um
        on um.realm_id = ${realmId} and um.user_id = ${userId} and um.message_id = unread.id and um.flags & ${mentionBits} <> 0
      union select id from unread where mentions_everyone
    )
    select unread.channel_id as "channelId", r.participants, unread.topic, unread.ids, unread.mentions from (
      select recipient_id, channel_id, (array_agg(topic order by id desc))[1] as topic, json_agg(id order by id) as ids,
        coalesce(json_agg(id order by id) filter (where id in (select id from mention)), '[]') as mentions
      from unread group by recipient_id, channel_id, lower(topic)
    ) unread join recipient r on r.realm_id = ${realmId} and r.id = unread.recipient_id
    order by unread.channel_id, unread.topic`);
}
