import type { ChannelObject, DomainEvent } from "@team-chat/contract";
import { type Directories, hasMetadataAccess, listMetadataAudience } from "@team-chat/policy";

import type { RealmState } from "../domain/realm-directories.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import {
  type Joined,
  listByChannel,
  MembershipsAfter,
  type UsersByChannel,
} from "../values/memberships.ts";
import {
  defaultChannelsChanged,
  inactiveUsers,
  listDefaultChannels,
  listNonGuests,
  peersChanged,
  presentChannel,
  streamCreated,
} from "./channel.ts";
import { type AddedChannel, subscriptionsAdded } from "./subscription.ts";

/** Result of a subscribe request; the directories are still those from before. */
export interface Subscribed {
  readonly created: readonly ChannelRow[];
  /** Channels that were there before and got subscribers. */
  readonly joined: readonly ChannelRow[];
  readonly additions: readonly Joined[];
  readonly directories: RealmState;
}

interface SubscribeEffects extends Subscribed {
  readonly after: Directories & { readonly channels: MembershipsAfter };
  readonly added: UsersByChannel;
  readonly views: ReadonlyMap<number, AddedChannel>;
}

/**
 * Returns the events in the order clients assert (docs/behaviour/subscriptions.md#effects-of-subscribing): channels
 * appear before anybody is subscribed to them.
 */
export function subscribeEvents(subscribed: Subscribed): DomainEvent[] {
  const { additions, created, directories, joined } = subscribed;
  const { channels, users } = directories;
  const added = listByChannel(additions);
  const after = { users, channels: new MembershipsAfter(channels, { added }) };
  const views = new Map(
    [...created, ...joined].map((channel): [number, AddedChannel] => {
      const subscribers = after.channels.subscribersOf(channel.id, inactiveUsers(users));
      const object = presentChannel(channel, users, subscribers.length);
      return [channel.id, { object, subscribers }];
    }),
  );
  const effects: SubscribeEffects = { ...subscribed, after, added, views };
  return [
    ...creationEvents(effects),
    ...appearanceEvents(effects),
    ...subscriptionsAdded(additions, views, users),
    ...peerEvents(effects),
  ];
}

/** New channels have the same permissions and subscribers, so they have one audience. */
function creationEvents({ after, created, directories }: SubscribeEffects): DomainEvent[] {
  const [first] = created;
  if (!first) return [];
  const events = [
    streamCreated(presentBefore(created, directories), listMetadataAudience(first, after)),
  ];
  if (first.isDefault) {
    const { channels, users } = directories;
    const defaults = listDefaultChannels([...channels.channels.values(), ...created]);
    events.push(defaultChannelsChanged(defaults, listNonGuests(users)));
  }
  return events;
}

/** Writes the events by which channels appear to users who see them only because they are subscribed now. */
function appearanceEvents({ added, directories, joined }: SubscribeEffects): DomainEvent[] {
  const { users } = directories;
  const gained = joined.map((channel) => ({
    channel,
    userIds: [...(added.get(channel.id) ?? [])].filter((userId) => {
      const user = users.users.get(userId);
      return user && !hasMetadataAccess(user, channel, directories);
    }),
  }));
  const groups = Map.groupBy(gained, ({ userIds }) => userIds.join());
  groups.delete("");
  return [...groups.values()].map((group) =>
    streamCreated(
      presentBefore(
        group.map(({ channel }) => channel),
        directories,
      ),
      group[0]?.userIds ?? [],
    ),
  );
}

/** Others who may see the subscribers hear of the new ones; channels with the same new subscribers share an event. */
function peerEvents({ added, after, created, joined }: SubscribeEffects): DomainEvent[] {
  const gained = [...created, ...joined].flatMap((channel) => {
    const joining = added.get(channel.id);
    if (!joining) return [];
    const userIds = [...joining].toSorted((a, b) => a - b);
    const to = listMetadataAudience(channel, after).filter((id) => !joining.has(id));
    return to.length === 0 ? [] : [{ channelId: channel.id, userIds, to }];
  });
  const groups = Map.groupBy(gained, ({ to, userIds }) => `${userIds.join()}|${to.join()}`);
  return [...groups.values()].map((group) => {
    const channelIds = group.map(({ channelId }) => channelId);
    return peersChanged(
      "peer_add",
      { channelIds, userIds: group[0]?.userIds ?? [] },
      group[0]?.to ?? [],
    );
  });
}

/** Presents the channels with the number of subscribers from before: clients count the events that follow. */
function presentBefore(
  shown: readonly ChannelRow[],
  { channels, users }: RealmState,
): ChannelObject[] {
  const inactive = inactiveUsers(users);
  return shown.map((channel) => {
    const subscribers = [...channels.subscribersOf(channel.id)].filter((id) => !inactive.has(id));
    return presentChannel(channel, users, subscribers.length);
  });
}
