import type { DomainEvent } from "@team-chat/contract";
import { isGuest, listMetadataAudience } from "@team-chat/policy";

import type { RealmState } from "../domain/realm-directories.ts";
import {
  findVisibilityChange,
  hadClient,
  listReclassified,
} from "../policies/visibility-changes.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import { activityEvents } from "./activity-events.ts";
import {
  defaultChannelsChanged,
  listDefaultChannels,
  peersChanged,
  presentChannel,
  streamCreated,
  streamDeleted,
} from "./channel.ts";

/**
 * Writes the events by which clients learn what a fresh register would tell them after users or groups changed. Users
 * who left or came back are told to those who saw and see the channel; then channels appear to some and vanish for
 * others.
 */
export function visibilityEvents({ channels, users }: RealmState): DomainEvent[] {
  const before = { users: channels.announced.asOfThen(users), channels };
  const after = { users, channels };
  const change = { before: before.users, after: users };
  const all = channels.byName();
  const reclassified = listReclassified(change, all);
  const moves = all.map((channel) => ({
    channel,
    ...findVisibilityChange(channel, reclassified, { before, after }),
  }));
  const gainedBy = new Map(moves.map(({ channel, gained }) => [channel.id, new Set(gained)]));
  const audienceOf = (channel: ChannelRow) =>
    listMetadataAudience(channel, after).filter(
      (id) => hadClient(id, change) && gainedBy.get(channel.id)?.has(id) !== true,
    );
  const gains = moves.map(({ channel, gained }) => ({ channel, userIds: gained }));
  const losses = moves.map(({ channel, lost }) => ({ channel, userIds: lost }));
  return [
    ...activityEvents(change, { channels, audienceOf }),
    ...appearances(gains, after),
    ...defaultChannelEvents(reclassified, before, after),
    ...byAudience(losses).map(({ shown, userIds }) =>
      streamDeleted(
        shown.map(({ id }) => id),
        userIds,
      ),
    ),
  ];
}

interface Move {
  readonly channel: ChannelRow;
  readonly userIds: readonly number[];
}

/** Groups channels by the users who gain or lose them, so that these share an event. */
function byAudience(moves: readonly Move[]) {
  const groups = Map.groupBy(moves, ({ userIds }) => userIds.join());
  groups.delete("");
  return [...groups.values()].map((group) => ({
    shown: group.map(({ channel }) => channel),
    userIds: group[0]?.userIds ?? [],
  }));
}

/** Writes the events by which channels appear, without subscribers, who are told of next: clients count them. */
function appearances(gains: readonly Move[], { channels, users }: RealmState): DomainEvent[] {
  return byAudience(gains).flatMap(({ shown, userIds }) => {
    const objects = shown.map((channel) => presentChannel(channel, users, 0));
    const peers = shown.map(({ id }) => ({
      id,
      subscribers: [...channels.subscribersOf(id)]
        .filter((userId) => users.users.get(userId)?.isActive === true)
        .toSorted((a, b) => a - b),
    }));
    const alike = Map.groupBy(peers, ({ subscribers }) => subscribers.join());
    alike.delete("");
    return [
      streamCreated(objects, userIds),
      ...[...alike.values()].map((group) =>
        peersChanged(
          "peer_add",
          { channelIds: group.map(({ id }) => id), userIds: group[0]?.subscribers ?? [] },
          userIds,
        ),
      ),
    ];
  });
}

/** Guests are given no default channels, so whoever becomes one loses them and whoever ceases to be one gets them. */
function defaultChannelEvents(
  userIds: readonly number[],
  before: RealmState,
  { channels, users }: RealmState,
): DomainEvent[] {
  const ids = listDefaultChannels(channels.byName());
  if (ids.length === 0) return [];
  const crossed = userIds.filter((id) => isGuestIn(before, id) !== isGuestIn({ users }, id));
  const guests = crossed.filter((id) => isGuestIn({ users }, id));
  const others = crossed.filter((id) => !isGuestIn({ users }, id));
  return [
    ...(others.length > 0 ? [defaultChannelsChanged(ids, others)] : []),
    ...(guests.length > 0 ? [defaultChannelsChanged([], guests)] : []),
  ];
}

function isGuestIn({ users }: Pick<RealmState, "users">, id: number): boolean {
  const user = users.users.get(id);
  return user !== undefined && isGuest(user);
}
