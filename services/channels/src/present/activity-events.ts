import { type DomainEvent, encodeAudience } from "@team-chat/contract";

import type { UsersChange } from "../policies/visibility-changes.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import type { RealmChannels } from "../values/realm-channels.ts";
import { plainChanges } from "./channel-changes.ts";
import { peersChanged, presentChannel } from "./channel.ts";

interface ChannelAudiences {
  readonly channels: RealmChannels;
  /** Lists the users who are told of changes of a channel. */
  readonly audienceOf: (channel: ChannelRow) => readonly number[];
}

/** Deactivated users are listed nowhere, neither as subscribers nor in permissions; reactivated ones come back. */
export function activityEvents(change: UsersChange, audiences: ChannelAudiences): DomainEvent[] {
  const { after, before } = change;
  const left: number[] = [];
  const back: number[] = [];
  for (const [id, { isActive }] of before.users) {
    const now = after.users.get(id)?.isActive === true;
    if (isActive && !now) left.push(id);
    if (!isActive && now) back.push(id);
  }
  if (left.length + back.length === 0) return [];
  return [
    ...peerEvents("peer_remove", left, audiences),
    ...peerEvents("peer_add", back, audiences),
    ...permissionEvents(new Set([...left, ...back]), change, audiences),
  ];
}

/** Writes one event for all channels with the same changes for the same users. */
function peerEvents(
  op: "peer_add" | "peer_remove",
  userIds: readonly number[],
  { audienceOf, channels }: ChannelAudiences,
): DomainEvent[] {
  const changes = channels.byName().flatMap((channel) => {
    const peers = userIds.filter((id) => channels.isSubscribed(id, channel.id));
    const to = peers.length === 0 ? [] : audienceOf(channel);
    return to.length === 0
      ? []
      : [{ channelId: channel.id, peers: peers.toSorted((a, b) => a - b), to }];
  });
  const groups = Map.groupBy(changes, ({ peers, to }) => `${peers.join()}|${to.join()}`);
  return [...groups.values()].map((group) =>
    peersChanged(
      op,
      { channelIds: group.map(({ channelId }) => channelId), userIds: group[0]?.peers ?? [] },
      group[0]?.to ?? [],
    ),
  );
}

/** Permissions that name one of the users. */
function permissionEvents(
  userIds: ReadonlySet<number>,
  { after, before }: UsersChange,
  { audienceOf, channels }: ChannelAudiences,
): DomainEvent[] {
  return channels
    .byName()
    .filter((channel) => namesAny(channel, userIds))
    .flatMap((channel) => {
      const audience = encodeAudience(audienceOf(channel));
      return plainChanges(
        presentChannel(channel, before, 0),
        presentChannel(channel, after, 0),
      ).map((changed) => ({
        audience,
        event: {
          type: "stream",
          op: "update",
          stream_id: channel.id,
          name: channel.name,
          ...changed,
        },
      }));
    });
}

function namesAny({ permissions }: ChannelRow, userIds: ReadonlySet<number>): boolean {
  return Object.values(permissions).some(
    (value) => typeof value !== "number" && value.direct_members.some((id) => userIds.has(id)),
  );
}
