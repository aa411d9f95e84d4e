import type { ChannelRecord } from "@team-chat/contract";
import { type Directories, hasContentAccess, isGuest } from "@team-chat/policy";

import type { RealmWorld } from "../directories/realm-world.ts";

type Reader = RealmWorld["actor"];

/**
 * Whether the user may read everything in the channel, also from before subscribing
 * (docs/behaviour/narrows.md#history-that-is-searched).
 */
export function mayReadWholeHistory(
  user: Reader,
  channel: ChannelRecord,
  directories: Directories,
): boolean {
  if (channel.isWebPublic) return true;
  if (!channel.isPrivate)
    return !isGuest(user) || directories.channels.isSubscribed(user.id, channel.id);
  return channel.historyPublicToSubscribers && hasContentAccess(user, channel, directories);
}

/** Channels whose messages the user may not read, not even those received once. */
export function listInaccessible(world: RealmWorld): number[] {
  const ids: number[] = [];
  for (const channel of world.channels.channels.values())
    if (!hasContentAccess(world.actor, channel, world)) ids.push(channel.id);
  return ids;
}
