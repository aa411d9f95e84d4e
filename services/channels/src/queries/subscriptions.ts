import { type Connection, type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import type { Joined } from "../values/memberships.ts";

/**
 * Clients that take a channel for one never subscribed to though the user left it: those without the capability
 * `archived_channels`, or all.
 */
const forgetful = z.enum(["older", "all"]);

export type Forgetful = z.output<typeof forgetful>;

/** A user's settings of a channel that the user is or was subscribed to. */
export const personalRow = z.object({
  userId: z.number(),
  channelId: z.number(),
  active: z.boolean(),
  forgottenBy: forgetful.nullable(),
  color: z.string(),
  isMuted: z.boolean(),
  pinToTop: z.boolean(),
  desktopNotifications: z.boolean().nullable(),
  emailNotifications: z.boolean().nullable(),
  wildcardMentionsNotify: z.boolean().nullable(),
  pushNotifications: z.boolean().nullable(),
  audibleNotifications: z.boolean().nullable(),
});

/** A user's settings of a channel that the user is or was subscribed to. */
export type PersonalRow = z.output<typeof personalRow>;

/** Columns of `personalRow` in `subscription`. */
export const personalColumns = sql.fragment`
  user_id as "userId", channel_id as "channelId", active, forgotten_by as "forgottenBy", color, is_muted as "isMuted",
  pin_to_top as "pinToTop", desktop_notifications as "desktopNotifications",
  email_notifications as "emailNotifications", wildcard_mentions_notify as "wildcardMentionsNotify",
  push_notifications as "pushNotifications", audible_notifications as "audibleNotifications"`;

const jsonText = z.object({ json: z.string().nullable() });

/** Lists such rows, as one text of JSON. */
async function listPersonalWhere(
  connection: Connection,
  condition: Fragment,
): Promise<readonly PersonalRow[]> {
  const text = await connection.oneFirst(sql.type(jsonText)`
    select json_agg(one)::text as json from (select ${personalColumns} from subscription where ${condition}) one`);
  return text === null ? [] : z.array(personalRow).parse(JSON.parse(text));
}

/** Settings of every one of these users for every one of these channels that ever had any. */
export async function listPersonal(
  connection: Connection,
  realmId: number,
  of: { readonly userIds: readonly number[]; readonly channelIds: readonly number[] },
): Promise<readonly PersonalRow[]> {
  return listPersonalWhere(
    connection,
    sql.fragment`
      realm_id = ${realmId} and user_id = any(${sql.array(of.userIds, "int8")})
        and channel_id = any(${sql.array(of.channelIds, "int8")})`,
  );
}

/** Settings of every one of these users for every one of these channels that the user left. */
export async function listLeft(
  connection: Connection,
  realmId: number,
  of: { readonly userIds: readonly number[]; readonly channelIds: readonly number[] },
): Promise<readonly PersonalRow[]> {
  return listPersonalWhere(
    connection,
    sql.fragment`
      realm_id = ${realmId} and not active and channel_id = any(${idsLiteral(of.channelIds)}::int8[])
        and user_id = any(${idsLiteral(of.userIds)}::int8[])`,
  );
}

/**
 * Subscribes, again or for the first time; settings from before stay. A statement for each of the two: looking for a
 * conflict with each row would cost as much again as inserting it. Nobody may be subscribed to the channel yet, which
 * the realm's lock keeps true. New rows come in the order of the key, so that each page of its index is gone to once.
 */
export async function addSubscriptionRows(
  tx: Transaction,
  at: { readonly realmId: number; readonly version: number },
  additions: readonly Joined[],
): Promise<void> {
  const fresh = joinedRows(additions, false);
  if (fresh)
    await tx.query(sql.unsafe`
      insert into subscription (realm_id, user_id, channel_id, color, version)
      select ${at.realmId}, user_id, channel_id, color, ${at.version} from ${fresh} order by user_id, channel_id`);
  const back = joinedRows(additions, true);
  if (back)
    await tx.query(sql.unsafe`
      update subscription set active = true, forgotten_by = null, version = ${at.version} from ${back}
      where subscription.realm_id = ${at.realmId} and subscription.user_id = joined.user_id
        and subscription.channel_id = joined.channel_id`);
}

/**
 * User, channel and colour of each membership as rows of `joined`; null when there are none. Users of a group are sent
 * once, not once for each channel.
 */
function joinedRows(additions: readonly Joined[], isBack: boolean) {
  const groups = additions
    .map(({ channels, userIds }) => ({
      userIds,
      channels: channels.filter((channel) => channel.isBack === isBack),
    }))
    .filter(({ channels }) => channels.length > 0);
  if (groups.length === 0) return null;
  const userIds = groups.flatMap((group) => group.userIds);
  const groupOfUser = groups.flatMap((group, place) => group.userIds.map(() => place));
  const channels = groups.flatMap((group) => group.channels);
  const groupOfChannel = groups.flatMap((group, place) => group.channels.map(() => place));
  // Colours are # and hexadecimal digits, so they need no quotes.
  const colors = `{${channels.map(({ personal }) => personal.color).join()}}`;
  const channelIds = idsLiteral(channels.map(({ channelId }) => channelId));
  return sql.fragment`(
    select user_id, channel_id, color
    from unnest(${idsLiteral(userIds)}::int8[], ${idsLiteral(groupOfUser)}::int4[]) as joining(user_id, place)
    join unnest(${channelIds}::int8[], ${colors}::text[], ${idsLiteral(groupOfChannel)}::int4[]) as wanted(channel_id, color, place)
      using (place)) as joined`;
}

/** Numbers as Postgres writes arrays; for hundreds of thousands several times cheaper than one parameter value each. */
function idsLiteral(ids: readonly number[]): string {
  return `{${ids.join()}}`;
}

/** Unsubscribes; settings stay for the case that the user comes back. */
export async function deactivateSubscriptions(
  tx: Transaction,
  at: { readonly realmId: number; readonly version: number },
  removals: readonly { readonly userId: number; readonly channelId: number }[],
): Promise<void> {
  const userIds = removals.map((removal) => removal.userId);
  const channelIds = removals.map((removal) => removal.channelId);
  await tx.query(sql.unsafe`
    update subscription set active = false, version = ${at.version}
    from unnest(${sql.array(userIds, "int8")}, ${sql.array(channelIds, "int8")}) as removed(user_id, channel_id)
    where subscription.realm_id = ${at.realmId} and subscription.user_id = removed.user_id
      and subscription.channel_id = removed.channel_id`);
}

const leaver = z.object({ userId: z.number(), channelId: z.number() });

type Leaver = z.output<typeof leaver>;

/** Lists the users who were subscribed to any of the channels and left it, in no order. */
export function listLeavers(
  tx: Transaction,
  realmId: number,
  channelIds: readonly number[],
): Promise<readonly Leaver[]> {
  return tx.any(sql.type(leaver)`
    select user_id as "userId", channel_id as "channelId" from subscription
    where realm_id = ${realmId} and not active and channel_id = any(${sql.array(channelIds, "int8")})`);
}

/** Notes who takes these channels for never subscribed to, until the users come back to them. */
export async function forgetLeft(
  tx: Transaction,
  realmId: number,
  { left, by }: { readonly left: readonly Leaver[]; readonly by: Forgetful },
): Promise<void> {
  const userIds = left.map(({ userId }) => userId);
  const channelIds = left.map(({ channelId }) => channelId);
  await tx.query(sql.unsafe`
    update subscription set forgotten_by = ${by}
    from unnest(${sql.array(userIds, "int8")}, ${sql.array(channelIds, "int8")}) as told(user_id, channel_id)
    where subscription.realm_id = ${realmId} and subscription.user_id = told.user_id
      and subscription.channel_id = told.channel_id and not active and forgotten_by is distinct from 'all'`);
}

/**
 * Replaces settings of a user for channels; the version is set on those whose membership others see differently now.
 */
export async function updatePersonal(
  tx: Transaction,
  at: { readonly realmId: number; readonly userId: number },
  changed: readonly { readonly row: PersonalRow; readonly version: number | null }[],
): Promise<void> {
  const rows = changed.map(({ row, version }) => [
    row.channelId,
    row.color,
    row.isMuted,
    row.pinToTop,
    row.desktopNotifications,
    row.emailNotifications,
    row.wildcardMentionsNotify,
    row.pushNotifications,
    row.audibleNotifications,
    version,
  ]);
  await tx.query(sql.unsafe`
    update subscription set color = given.color, is_muted = given.is_muted, pin_to_top = given.pin_to_top,
      desktop_notifications = given.desktop, email_notifications = given.email,
      wildcard_mentions_notify = given.wildcard, push_notifications = given.push,
      audible_notifications = given.audible, version = coalesce(given.version, subscription.version)
    from ${sql.unnest(rows, ["int8", "text", "bool", "bool", "bool", "bool", "bool", "bool", "bool", "int8"])}
      as given(channel_id, color, is_muted, pin_to_top, desktop, email, wildcard, push, audible, version)
    where subscription.realm_id = ${at.realmId} and subscription.user_id = ${at.userId}
      and subscription.channel_id = given.channel_id`);
}

/** Lists the channels that a user is subscribed to, by id. */
export function listSubscribedTo(
  connection: Connection,
  realmId: number,
  userId: number,
): Promise<readonly number[]> {
  return connection.anyFirst(sql.type(z.object({ id: z.number() }))`
    select channel_id as id from subscription
    where realm_id = ${realmId} and user_id = ${userId} and active order by channel_id`);
}
