import { type DomainEvent, encodeAudience } from "@team-chat/contract";
import { type Directories, hasMetadataAccess, listMetadataAudience } from "@team-chat/policy";

import type { ChannelRow } from "../realm/channel-row.ts";
import { groupByChannel, MembershipsAfter } from "../realm/memberships-after.ts";
import type { RealmState } from "../realm/realm-directories.ts";
import { peersChanged, streamDeleted } from "./channel-events.ts";

interface Removal {
  readonly userId: number;
  readonly channelId: number;
}

/** What an unsubscribe request did; the directories are still those from before. */
export interface Unsubscribed {
  readonly channels: readonly ChannelRow[];
  readonly removals: readonly Removal[];
  readonly directories: RealmState;
}

/** Whoever left hears of it first, then the others who may see subscribers, then channels vanish for those who may not know of them any more. */
export function unsubscribeEvents({
  channels,
  directories,
  removals,
}: Unsubscribed): DomainEvent[] {
  const { users } = directories;
  const removed = groupByChannel(removals);
  const after = { users, channels: new MembershipsAfter(directories.channels, { removed }) };
  return [
    ...removalEvents(channels, removals),
    ...channels.flatMap((channel) =>
      peerEvents(channel, removed.get(channel.id) ?? new Set(), after),
    ),
    ...channels.flatMap((channel) => {
      const lost = losers(channel, removed.get(channel.id) ?? new Set(), after);
      return lost.length === 0 ? [] : [streamDeleted([channel.id], lost)];
    }),
  ];
}

/** Users who left the same channels share an event. */
function removalEvents(
  channels: readonly ChannelRow[],
  removals: readonly Removal[],
): DomainEvent[] {
  const channelsOf = Map.groupBy(removals, ({ userId }) => userId);
  const groups = Map.groupBy(channelsOf, ([, own]) => own.map(({ channelId }) => channelId).join());
  return [...groups.values()].map((group) => {
    const left = new Set(group[0]?.[1].map(({ channelId }) => channelId));
    return {
      audience: encodeAudience(group.map(([userId]) => userId)),
      event: {
        type: "subscription",
        op: "remove",
        subscriptions: channels
          .filter(({ id }) => left.has(id))
          .map(({ id, name }) => ({ name, stream_id: id })),
      },
    };
  });
}

/**
 * All who left in one event for the others; those who left and still see the channel are told of each other one by one, because
 * nobody is told of oneself.
 */
function peerEvents(
  channel: ChannelRow,
  leaving: ReadonlySet<number>,
  after: Directories,
): DomainEvent[] {
  const audience = listMetadataAudience(channel, after);
  const told = (userIds: readonly number[], to: readonly number[]) =>
    to.length === 0 ? [] : [peersChanged("peer_remove", { channelIds: [channel.id], userIds }, to)];
  const userIds = [...leaving].toSorted((a, b) => a - b);
  const others = audience.filter((id) => !leaving.has(id));
  const leavers = audience.filter((id) => leaving.has(id));
  const each = leaving.size > 1 ? userIds : [];
  return [
    ...told(userIds, others),
    ...each.flatMap((userId) =>
      told(
        [userId],
        leavers.filter((id) => id !== userId),
      ),
    ),
  ];
}

function losers(
  channel: ChannelRow,
  leaving: ReadonlySet<number>,
  after: Directories,
): readonly number[] {
  return [...leaving].filter((userId) => {
    const user = after.users.users.get(userId);
    return user && !hasMetadataAccess(user, channel, after);
  });
}
