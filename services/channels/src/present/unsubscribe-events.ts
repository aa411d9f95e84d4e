import { type DomainEvent, encodeAudience } from "@team-chat/contract";
import { type Directories, hasMetadataAccess, listMetadataAudience } from "@team-chat/policy";

import type { RealmState } from "../domain/realm-directories.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import { groupByChannel, MembershipsAfter } from "../values/memberships.ts";
import { peersChanged, streamDeleted } from "./channel.ts";

interface Removal {
  readonly userId: number;
  readonly channelId: number;
}

/** Result of an unsubscribe request; the directories are still those from before. */
export interface Unsubscribed {
  readonly channels: readonly ChannelRow[];
  readonly removals: readonly Removal[];
  readonly directories: RealmState;
}

/**
 * Writes the events in this order: whoever left is told first, then the others who may see subscribers, then channels
 * vanish for those who may not know of them any more.
 */
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

/** Writes one event for all users who left the same channels. */
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
 * Writes the events for the others, one for all who left, then those by which users who left and still see the channel
 * learn of each other.
 */
function peerEvents(
  channel: ChannelRow,
  leaving: ReadonlySet<number>,
  after: Directories,
): DomainEvent[] {
  const audience = listMetadataAudience(channel, after);
  const others = audience.filter((id) => !leaving.has(id));
  const readers = new Set(audience.filter((id) => leaving.has(id)));
  const userIds = [...leaving].toSorted((a, b) => a - b);
  return [...departure(channel, userIds, others), ...leftEachOther(channel, userIds, readers)];
}

function departure(
  { id }: ChannelRow,
  userIds: readonly number[],
  to: readonly number[],
): DomainEvent[] {
  return to.length === 0 ? [] : [peersChanged("peer_remove", { channelIds: [id], userIds }, to)];
}

/**
 * Tells each of those who left of all others and nobody of oneself: one half of them of the other half, and each half
 * of itself in the same way. So events name n log n users in all, and not n².
 */
function leftEachOther(
  channel: ChannelRow,
  userIds: readonly number[],
  readers: ReadonlySet<number>,
): DomainEvent[] {
  if (userIds.length < 2) return [];
  const middle = Math.ceil(userIds.length / 2);
  const halves = [userIds.slice(0, middle), userIds.slice(middle)] as const;
  const readersIn = (ids: readonly number[]) => ids.filter((id) => readers.has(id));
  return [
    ...departure(channel, halves[0], readersIn(halves[1])),
    ...departure(channel, halves[1], readersIn(halves[0])),
    ...halves.flatMap((half) => leftEachOther(channel, half, readers)),
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
