import type { UserRecord } from "@team-chat/contract";
import {
  type Actor,
  type Directories,
  hasMetadataAccess,
  holdsChannelPermission,
  holdsRealmPermission,
  mayAdministerChannel,
} from "@team-chat/policy";

import type { ChannelRow } from "../values/channel-row.ts";
import type { RealmChannels } from "../values/realm-channels.ts";
import { invalidChannelId, invalidChannelName } from "./refusals.ts";

/**
 * Tells whether the user may subscribe others to a channel whose messages the user may read
 * (docs/behaviour/subscriptions.md#who-may-subscribe).
 */
export function mayAddSubscribers(
  user: Actor,
  channel: Pick<ChannelRow, "permissions">,
  { users }: Directories,
): boolean {
  return (
    mayAdministerChannel(user, channel, users) ||
    holdsRealmPermission(user, "can_add_subscribers_group", users) ||
    holdsChannelPermission(user, { channel, name: "can_add_subscribers_group", users })
  );
}

/** Tells whether the user may unsubscribe others, as administrators and those the channel names may. */
export function mayRemoveSubscribers(
  user: Actor,
  channel: Pick<ChannelRow, "permissions">,
  { users }: Directories,
): boolean {
  return (
    mayAdministerChannel(user, channel, users) ||
    holdsChannelPermission(user, { channel, name: "can_remove_subscribers_group", users })
  );
}

/** Tells whether the user owns the bot, and so may unsubscribe it. */
export function isOwnBot(user: Actor, bot: UserRecord): boolean {
  return bot.isBot && bot.botOwnerId === user.id;
}

/** Both directories of a realm with the user who asks. */
export interface Asked {
  readonly actor: Actor;
  readonly users: Directories["users"];
  readonly channels: RealmChannels;
}

/**
 * Returns a channel whose existence the user may know of.
 * @throws BAD_REQUEST, the same for all others
 */
export function checkVisibleChannel(channelId: number, asked: Asked): ChannelRow {
  const channel = asked.channels.channels.get(channelId);
  if (!channel || !hasMetadataAccess(asked.actor, channel, asked)) throw invalidChannelId();
  return channel;
}

/**
 * Finds a channel by name, if the user may know of it.
 * @throws BAD_REQUEST
 */
export function checkVisibleChannelName(name: string, asked: Asked): ChannelRow {
  const channel = asked.channels.findByName(name.trim());
  if (!channel || !hasMetadataAccess(asked.actor, channel, asked)) throw invalidChannelName(name);
  return channel;
}
