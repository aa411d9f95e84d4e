import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** A user of a realm. */
export interface Reader {
  readonly realmId: number;
  readonly userId: number;
}

/** At most so many of the newest unread messages are listed (reference/behaviour.md §13.1). */
export const maxUnread = 50_000;
const maxRecentConversations = 1000;
const endOfIds = sql.fragment`9223372036854775807`;

const unreadRow = z.object({
  channelId: z.number().nullable(),
  participants: z.array(z.number()).nullable(),
  topic: z.string(),
  /** Ascending. */
  ids: z.array(z.number()),
  mentions: z.array(z.number()),
});

/** Unread messages of one topic or one conversation. */
export type UnreadRow = z.infer<typeof unreadRow>;

/**
 * The user's newest unread messages by topic and conversation. The fences (`offset 0`) keep the planner from joining before the gaps are
 * known: 1.4 ms against 148 (reference/measurements.md §3b'). `mentionBits` are the flags of user_message that mean a mention.
 */
export function listUnread(
  tx: Transaction,
  { realmId, userId }: Reader,
  mentionBits: number,
): Promise<readonly UnreadRow[]> {
  return tx.any(sql.type(unreadRow)`
    with unread as materialized (
      select one.* from (
        select recipient_id, lower(gap) as low, coalesce(upper(gap), ${endOfIds}) as high
        from user_recipient cross join lateral unnest(received - read) as gap
        where realm_id = ${realmId} and user_id = ${userId} offset 0
      ) gaps cross join lateral (
        select id, recipient_id, channel_id, topic, mentions_everyone from message
        where realm_id = ${realmId} and recipient_id = gaps.recipient_id and id >= gaps.low and id < gaps.high
        order by id desc limit ${maxUnread} offset 0
      ) one order by id desc limit ${maxUnread}
    )
    select unread.channel_id as "channelId", recipient.participants, (array_agg(topic order by unread.id desc))[1] as topic,
      array_agg(unread.id order by unread.id) as ids,
      coalesce(array_agg(unread.id order by unread.id)
        filter (where mentions_everyone or coalesce(flags, 0) & ${mentionBits} <> 0), '{}') as mentions
    from unread
      join recipient on recipient.realm_id = ${realmId} and recipient.id = unread.recipient_id
      left join user_message on user_message.realm_id = ${realmId} and user_message.user_id = ${userId} and message_id = unread.id
    group by unread.recipient_id, unread.channel_id, recipient.participants, lower(topic)
    order by max(unread.id) desc`);
}

/** The newest message the user received; null when there is none. */
export function findMaxMessageId(
  tx: Transaction,
  { realmId, userId }: Reader,
): Promise<number | null> {
  return tx.oneFirst(sql.type(z.object({ id: z.number().nullable() }))`
    select max(newest.id) as id from user_recipient cross join lateral (
      select id from message
      where realm_id = ${realmId} and recipient_id = user_recipient.recipient_id and id < coalesce(upper(received), ${endOfIds})
      order by id desc limit 1
    ) newest
    where realm_id = ${realmId} and user_id = ${userId} and newest.id <@ received`);
}

/** Ids of the messages the user starred, ascending. */
export function listStarred(
  tx: Transaction,
  { realmId, userId }: Reader,
): Promise<readonly number[]> {
  return tx.anyFirst(sql.type(z.object({ id: z.number() }))`
    select message_id as id from user_message
    where realm_id = ${realmId} and user_id = ${userId} and flags & ${sql.fragment`1`} <> 0 order by message_id`);
}

const conversationRow = z.object({ participants: z.array(z.number()), newestId: z.number() });

/** The user's direct conversations with their newest message, newest first. */
export function listRecentConversations(
  tx: Transaction,
  { realmId, userId }: Reader,
): Promise<readonly z.infer<typeof conversationRow>[]> {
  return tx.any(sql.type(conversationRow)`
    select participants, newest.id as "newestId"
    from user_recipient
      join recipient on recipient.realm_id = ${realmId} and recipient.id = recipient_id and participants is not null
      cross join lateral (
        select id from message where realm_id = ${realmId} and recipient_id = recipient.id order by id desc limit 1
      ) newest
    where user_recipient.realm_id = ${realmId} and user_id = ${userId}
    order by newest.id desc limit ${maxRecentConversations}`);
}
