import type { MembershipRecord } from "@team-chat/contract";
import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

const source = "channels";
const versionRow = z.object({ version: z.number() });
const readRow = z.object({ userId: z.number(), messages: z.array(z.number()) });

/** Up to which version memberships have been carried over; 0 for a new realm. */
export async function findVersion(db: Connection, realmId: number): Promise<number> {
  const version = await db.maybeOneFirst(sql.type(versionRow)`
    select version from projection_version where realm_id = ${realmId} and source = ${source}`);
  return version ?? 0;
}

/** Reads the version and locks its row, so that each version is carried over once. */
export async function lockVersion(tx: Transaction, realmId: number): Promise<number> {
  await tx.query(sql.unsafe`
    insert into projection_version (realm_id, source, version) values (${realmId}, ${source}, 0) on conflict do nothing`);
  return tx.oneFirst(sql.type(versionRow)`
    select version from projection_version where realm_id = ${realmId} and source = ${source} for update`);
}

/** Needs the lock of `lockVersion`. */
export async function updateVersion(
  tx: Transaction,
  realmId: number,
  version: number,
): Promise<void> {
  await tx.query(sql.unsafe`
    update projection_version set version = ${version} where realm_id = ${realmId} and source = ${source}`);
}

/** Locks the channels' recipients, in the order in which sending locks them, and creates those that do not exist. */
export async function lockChannels(
  tx: Transaction,
  realmId: number,
  channelIds: readonly number[],
): Promise<void> {
  const ids = sql.array([...channelIds], "int8");
  await tx.query(sql.unsafe`
    insert into recipient (realm_id, channel_id) select ${realmId}, unnest(${ids}) on conflict do nothing`);
  await tx.query(sql.unsafe`
    select id from recipient where realm_id = ${realmId} and channel_id = any(${ids}) order by id for update`);
}

/**
 * Opens ranges: from the next message on these users receive what is sent to these channels. Needs the locks of
 * `lockChannels`.
 */
export async function openRanges(
  tx: Transaction,
  realmId: number,
  memberships: readonly MembershipRecord[],
): Promise<void> {
  if (memberships.length === 0) return;
  await tx.query(sql.unsafe`
    insert into user_recipient as kept (realm_id, user_id, recipient_id, received)
    select ${realmId}, joined.user_id, place.id, int8multirange(int8range(place.next, null))
    from ${pairs(memberships)} as joined(user_id, channel_id) join ${places(realmId, memberships)} using (channel_id)
    on conflict (realm_id, user_id, recipient_id) do update set received = kept.received + excluded.received
    where not upper_inf(kept.received)`);
}

/**
 * Closes ranges: these users receive nothing more of these channels and have read all they received. Needs the locks of
 * `lockChannels`.
 * @returns for each user who had something unread the ids, ascending
 */
export async function closeRanges(
  tx: Transaction,
  realmId: number,
  memberships: readonly MembershipRecord[],
): Promise<readonly z.infer<typeof readRow>[]> {
  return tx.any(sql.type(readRow)`
    with place as materialized (select * from ${places(realmId, memberships)}),
    leaving as materialized (
      select kept.user_id, kept.recipient_id, place.next, kept.received - kept.read as unread
      from ${pairs(memberships)} as gone(user_id, channel_id) join place using (channel_id)
      join user_recipient kept on kept.realm_id = ${realmId} and kept.user_id = gone.user_id and kept.recipient_id = place.id
      where upper_inf(kept.received)
    ), closed as (
      update user_recipient kept
      set received = kept.received - int8multirange(int8range(leaving.next, null)),
        read = kept.read + (kept.received - int8multirange(int8range(leaving.next, null)))
      from leaving
      where kept.realm_id = ${realmId} and kept.user_id = leaving.user_id and kept.recipient_id = leaving.recipient_id
    ), gap as (
      select user_id, recipient_id, lower(gap) as low, coalesce(upper(gap), 9223372036854775807) as high
      from leaving cross join lateral unnest(unread) as gap offset 0
    )
    select gap.user_id as "userId", json_agg(missed.id order by missed.id) as messages
    from gap cross join lateral (
      select id from message
      where realm_id = ${realmId} and recipient_id = gap.recipient_id and id >= gap.low and id < gap.high offset 0
    ) missed
    group by gap.user_id order by gap.user_id`);
}

/**
 * Writes pairs as Postgres writes arrays: for a hundred thousand memberships several times cheaper than one parameter
 * value each.
 */
function pairs(memberships: readonly MembershipRecord[]) {
  const userIds = memberships.map(({ userId }) => userId);
  const channelIds = memberships.map(({ channelId }) => channelId);
  return sql.fragment`unnest(${`{${userIds.join()}}`}::int8[], ${`{${channelIds.join()}}`}::int8[])`;
}

/** Selects the channels' recipients with the id from which on messages are new. */
function places(realmId: number, memberships: readonly MembershipRecord[]) {
  const channelIds = [...new Set(memberships.map(({ channelId }) => channelId))];
  return sql.fragment`(
    select channel_id, id, 1 + coalesce(
      (select max(message.id) from message where message.realm_id = recipient.realm_id and recipient_id = recipient.id), 0) as next
    from recipient where realm_id = ${realmId} and channel_id = any(${sql.array(channelIds, "int8")}) offset 0
  ) as place`;
}
