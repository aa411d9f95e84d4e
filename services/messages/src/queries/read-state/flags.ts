import { sql, statement, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import {
  type MarkedMessages,
  markedRow,
  markedText,
  readMarked,
  wantedText,
} from "./marked-messages.ts";

interface Reader {
  readonly realmId: number;
  readonly userId: number;
}

// Whoever reads a channel reads a stretch of it: then its two ends are all that is written, however many messages are
// in it. Only where others lie between are the messages there gone through, as far as four times those marked, and
// beyond that looked up one by one. `not in` is never turned into a join, which Postgres would plan for the handful of
// rows that it takes all this for.
const stretchedText = `
  place as materialized (
    select span.*, (
        select max(id) from message before
        where before.realm_id = $1 and before.recipient_id = span.recipient_id and before.id < span.first
      ) as before, (
        select count(*) from (
          select from message m where m.realm_id = $1 and m.recipient_id = span.recipient_id and m.id between span.first and span.last
          limit span.count + 1
        ) m
      ) > span.count as has_others
    from (select recipient_id, min(id) as first, max(id) as last, count(*) as count from changed group by recipient_id) span
  ), near as materialized (
    select place.recipient_id, place.before, near.id from place cross join lateral (
      select id from message
      where realm_id = $1 and recipient_id = place.recipient_id and id between place.first and place.last order by id limit 4 * place.count
    ) near where has_others
  ), stretched as (
    select recipient_id, int8range(coalesce(before, 0) + 1, last + 1) as ids from place where not has_others
    union all
    select recipient_id, int8range(min(previous) + 1, max(id) + 1) from (
      select recipient_id, id, changed, lag(id, 1, coalesce(before, 0)) over by_id as previous,
        count(*) filter (where not changed) over by_id as island
      from (select near.*, id in (select id from changed) as changed from near) near
      window by_id as (partition by recipient_id order by id rows unbounded preceding)
    ) followed where changed group by recipient_id, island
    union all
    select recipient_id, int8range(1 + (
        select max(id) from message before
        where before.realm_id = $1 and before.recipient_id = changed.recipient_id and before.id < changed.id
      ), id + 1)
    from changed
    where recipient_id not in (select recipient_id from place where not has_others) and id not in (select id from near)
  )`;

const markReadText = `
  with wanted as materialized (
    select id, recipient_id from message where realm_id = $1 and id = any((select string_to_array($3, ','))::int8[])
  ), kept as materialized (
    select kept.recipient_id, (kept.received - kept.read) * span.ids as unread
    from (select recipient_id, int8multirange(int8range(min(id), max(id) + 1)) as ids from wanted group by recipient_id) span
      join user_recipient kept
      on kept.realm_id = $1 and kept.user_id = $2 and kept.recipient_id = span.recipient_id
  ), changed as materialized (
    select wanted.* from wanted join kept using (recipient_id) where kept.unread @> wanted.id
  ), ${stretchedText}, updated as (
    update user_recipient kept set read = kept.read + grown.read
    from (select recipient_id, range_agg(ids) as read from stretched group by recipient_id) grown
    where kept.realm_id = $1 and kept.user_id = $2 and kept.recipient_id = grown.recipient_id
  )
  select coalesce(string_agg(id::text, ',' order by id), '') as ids from changed`;

const idsRow = z.object({ ids: z.string() });

/**
 * Marks messages as read that were received and are not, each together with the stretch back to the message before it,
 * so that ranges grow together instead of becoming many. Returns which, ascending.
 */
export async function markRead(
  tx: Transaction,
  { realmId, userId }: Reader,
  ids: readonly number[],
): Promise<readonly number[]> {
  // As one text: thousands of numbers are written and read faster than as a list.
  const text = await tx.oneFirst(statement(idsRow, markReadText, [realmId, userId, ids.join(",")]));
  return text === "" ? [] : text.split(",").map(Number);
}

const markUnreadText = `
  with ${wantedText}, changed as materialized (
    select id, wanted.recipient_id from wanted left join kept on kept.recipient_id = wanted.recipient_id
    where (channel_id is null or channel_id = any($4)) and (kept.read @> id or (kept.received @> id) is not true)
  ), ${stretchedText}, updated as (
    update user_recipient kept set read = kept.read - gone.read
    from (select recipient_id, range_agg(ids) as read from stretched group by recipient_id) gone
    where kept.realm_id = $1 and kept.user_id = $2 and kept.recipient_id = gone.recipient_id
  ) ${markedText}`;

interface Unread {
  readonly ids: readonly number[];
  /** Channels in which messages may be unread, besides direct messages. */
  readonly channelIds: readonly number[];
}

/**
 * Marks messages as not read that were read, or were not received, each together with the stretch back to the message
 * before it, as reading them does. Returns what all of them were before.
 */
export async function markUnread(
  tx: Transaction,
  { realmId, userId }: Reader,
  { ids, channelIds }: Unread,
): Promise<MarkedMessages> {
  const values = [realmId, userId, ids.join(","), channelIds];
  return readMarked(await tx.one(statement(markedRow, markUnreadText, values)));
}

/** Marks messages as received, each by itself; the user must have a place in their channels or conversations. */
export async function markReceived(
  tx: Transaction,
  { realmId, userId }: Reader,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(sql.unsafe`
    update user_recipient kept set received = kept.received + these.ids
    from (
      select recipient_id, range_agg(int8range(id, id + 1)) as ids
      from message where realm_id = ${realmId} and id = any(${sql.array([...ids], "int8")}) group by recipient_id
    ) these
    where kept.realm_id = ${realmId} and kept.user_id = ${userId} and kept.recipient_id = these.recipient_id`);
}

/** Adds bits to the user's flags of these messages. */
export async function addFlags(
  tx: Transaction,
  { realmId, userId }: Reader,
  flags: readonly { readonly id: number; readonly bits: number }[],
): Promise<void> {
  if (flags.length === 0) return;
  await tx.query(sql.unsafe`
    insert into user_message as kept (realm_id, user_id, message_id, flags)
    select ${realmId}, ${userId}, id, bits from ${sql.unnest(
      flags.map(({ id, bits }) => [id, bits]),
      ["int8", "int4"],
    )} as added(id, bits)
    on conflict (realm_id, user_id, message_id) do update set flags = kept.flags | excluded.flags`);
}

/** Takes a bit from the user's flags of these messages; rows that then say nothing go. */
export async function removeFlag(
  tx: Transaction,
  { realmId, userId }: Reader,
  { ids, bit }: { ids: readonly number[]; bit: number },
): Promise<void> {
  const these = sql.fragment`realm_id = ${realmId} and user_id = ${userId} and message_id = any(${sql.array([...ids], "int8")})`;
  await tx.query(sql.unsafe`update user_message set flags = flags & ~${bit}::int where ${these}`);
  await tx.query(sql.unsafe`delete from user_message where ${these} and flags = 0`);
}

/**
 * Marks everything that the user received as read. Needs the commit gate: nothing newer than the newest message is
 * marked.
 */
export async function markAllRead(tx: Transaction, { realmId, userId }: Reader): Promise<void> {
  await tx.query(sql.unsafe`
    update user_recipient kept set read = kept.read + kept.received * sent.ids
    from (
      select int8multirange(int8range(1, coalesce(max(id), 0) + 1)) as ids from message where realm_id = ${realmId}
    ) sent
    where kept.realm_id = ${realmId} and kept.user_id = ${userId} and not kept.received * sent.ids <@ kept.read`);
}

interface TopicOfReader extends Reader {
  readonly recipientId: number;
  /** Null for all. */
  readonly topic: string | null;
}

/** Lists ids of what the user has not read in a channel or in one topic of it, ascending. */
export function listUnreadIds(
  tx: Transaction,
  { realmId, userId, recipientId, topic }: TopicOfReader,
): Promise<readonly number[]> {
  return tx.anyFirst(sql.type(z.object({ id: z.number() }))`
    select m.id from (
      select lower(part) as low, coalesce(upper(part), 9223372036854775807) as high
      from user_recipient cross join lateral unnest(received - read) as part
      where realm_id = ${realmId} and user_id = ${userId} and recipient_id = ${recipientId} offset 0
    ) gap cross join lateral (
      select id from message
      where realm_id = ${realmId} and recipient_id = ${recipientId} and id >= gap.low and id < gap.high
        and (${topic}::text is null or lower(topic) = lower(${topic}::text)) offset 0
    ) m order by m.id`);
}
