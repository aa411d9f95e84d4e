import type { DomainEvent } from "@team-chat/contract";
import { listMetadataAudience } from "@team-chat/policy";

import type { RealmState } from "../domain/realm-directories.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import { type Personal, personalOf } from "../values/personal.ts";
import { inactiveUsers, peersChanged, presentChannel } from "./channel.ts";
import { subscriptionsAdded } from "./subscription.ts";

/** Subscribers of an archived channel with their settings. */
interface Subscribers {
  readonly personal: readonly (Personal & { readonly userId: number })[];
}

/**
 * Writes the events after an archived channel is back, for clients without the capability `archived_channels` alone: to
 * them the channel is new, so they are told again who is subscribed to it (docs/behaviour/channels.md#archiving).
 */
export function unarchivedEvents(
  channel: ChannelRow,
  { personal }: Subscribers,
  directories: RealmState,
): DomainEvent[] {
  const { channels, users } = directories;
  const inactive = inactiveUsers(users);
  const subscribers = [...channels.subscribersOf(channel.id)]
    .filter((id) => !inactive.has(id))
    .toSorted((a, b) => a - b);
  if (subscribers.length === 0) return [];
  const subscribed = new Set(subscribers);
  const object = presentChannel(channel, users, subscribers.length);
  const additions = personal
    .filter(({ userId }) => subscribed.has(userId))
    .map((row) => ({
      userIds: [row.userId],
      channels: [{ channelId: channel.id, personal: personalOf(row) }],
    }));
  const others = listMetadataAudience(channel, directories).filter((id) => !subscribed.has(id));
  const added = { channelIds: [channel.id], userIds: subscribers };
  const events = [
    ...subscriptionsAdded(additions, new Map([[channel.id, { object, subscribers }]]), users),
    ...(others.length > 0 ? [peersChanged("peer_add", added, others)] : []),
  ];
  return events.map((event) => ({
    ...event,
    internal: { ...event.internal, without_capability: "archived_channels" },
  }));
}
