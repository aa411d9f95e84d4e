import type { ChannelRecord } from "@team-chat/contract";
import { type Directories, hasContentAccess, isGuest } from "@team-chat/policy";

import type { RealmView } from "../domain/directories/realm-view.ts";

type Reader = RealmView["actor"];

/**
 * Tells whether the user may read everything in the channel, also from before subscribing
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

/** Lists channels whose messages the user may not read, not even those received once. */
export function listInaccessible(realm: RealmView): number[] {
  const ids: number[] = [];
  for (const channel of realm.channels.channels.values())
    if (!hasContentAccess(realm.actor, channel, realm)) ids.push(channel.id);
  return ids;
}
