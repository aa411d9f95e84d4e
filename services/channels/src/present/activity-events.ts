import { type DomainEvent, encodeAudience } from "@team-chat/contract";

import type { UsersChange } from "../policies/visibility-changes.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import type { RealmChannels } from "../values/realm-channels.ts";
import { plainChanges } from "./channel-changes.ts";
import { peersChanged } from "./channel-events.ts";
import { presentChannel } from "./channel.ts";

interface Told {
  readonly channels: RealmChannels;
  /** Lists the users who are told of changes of a channel. */
  readonly audienceOf: (channel: ChannelRow) => readonly number[];
}

/** Deactivated users are listed nowhere, neither as subscribers nor in permissions; reactivated ones come back. */
export function activityEvents(change: UsersChange, told: Told): DomainEvent[] {
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
    ...peerEvents("peer_remove", left, told),
    ...peerEvents("peer_add", back, told),
    ...permissionEvents(new Set([...left, ...back]), change, told),
  ];
}

/** Channels with the same news for the same users share an event. */
function peerEvents(
  op: "peer_add" | "peer_remove",
  userIds: readonly number[],
  { audienceOf, channels }: Told,
): DomainEvent[] {
  const news = channels.byName().flatMap((channel) => {
    const peers = userIds.filter((id) => channels.isSubscribed(id, channel.id));
    const to = peers.length === 0 ? [] : audienceOf(channel);
    return to.length === 0
      ? []
      : [{ channelId: channel.id, peers: peers.toSorted((a, b) => a - b), to }];
  });
  const groups = Map.groupBy(news, ({ peers, to }) => `${peers.join()}|${to.join()}`);
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
  { audienceOf, channels }: Told,
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
