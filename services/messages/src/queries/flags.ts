import { sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

interface Reader {
  readonly realmId: number;
  readonly userId: number;
}

/**
 * Marks messages as read that were received and are not, each together with the stretch back to the message before it, so that ranges grow
 * together instead of becoming many. Returns which, ascending.
 */
export async function markRead(
  tx: Transaction,
  { realmId, userId }: Reader,
  ids: readonly number[],
): Promise<readonly number[]> {
  // Ranges are cut down to what these messages span before each is looked up in them.
  const text = await tx.oneFirst(sql.type(z.object({ ids: z.string() }))`
    with wanted as materialized (
      select id, recipient_id from message where realm_id = ${realmId} and id = any(${sql.array([...ids], "int8")})
    ), kept as materialized (
      select kept.recipient_id, (kept.received - kept.read) * span.ids as unread
      from (select recipient_id, int8multirange(int8range(min(id), max(id) + 1)) as ids from wanted group by recipient_id) span
        join user_recipient kept
        on kept.realm_id = ${realmId} and kept.user_id = ${userId} and kept.recipient_id = span.recipient_id
    ), changed as materialized (
      select wanted.* from wanted join kept using (recipient_id) where kept.unread @> wanted.id
    ), grown as (
      select recipient_id, range_agg(int8range(1 + coalesce(
        (select max(id) from message before
          where before.realm_id = ${realmId} and before.recipient_id = changed.recipient_id and before.id < changed.id), 0), id + 1)) as read
      from changed group by recipient_id
    ), updated as (
      update user_recipient kept set read = kept.read + grown.read from grown
      where kept.realm_id = ${realmId} and kept.user_id = ${userId} and kept.recipient_id = grown.recipient_id
    )
    select coalesce(string_agg(id::text, ',' order by id), '') as ids from changed`);
  return text === "" ? [] : text.split(",").map(Number);
}

/** Marks messages as received and not read; the user must have a place in their channels or conversations. */
export async function markUnread(
  tx: Transaction,
  { realmId, userId }: Reader,
  ids: readonly number[],
): Promise<void> {
  await tx.query(sql.unsafe`
    update user_recipient kept set read = kept.read - these.ids, received = kept.received + these.ids
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

/** Marks everything that the user received as read. Needs the commit gate: nothing newer than the newest message is marked. */
export async function markAllRead(tx: Transaction, { realmId, userId }: Reader): Promise<void> {
  await tx.query(sql.unsafe`
    update user_recipient kept set read = kept.read + kept.received * sent.ids
    from (
      select int8multirange(int8range(1, coalesce(max(id), 0) + 1)) as ids from message where realm_id = ${realmId}
    ) sent
    where kept.realm_id = ${realmId} and kept.user_id = ${userId} and not kept.received * sent.ids <@ kept.read`);
}

interface UnreadPlace extends Reader {
  readonly recipientId: number;
  /** Null for all. */
  readonly topic: string | null;
}

/** Ids of what the user has not read in a channel or in one topic of it, ascending. */
export function listUnreadIds(
  tx: Transaction,
  { realmId, userId, recipientId, topic }: UnreadPlace,
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
