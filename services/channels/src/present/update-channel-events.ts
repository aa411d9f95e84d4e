import { type ChannelObject, type DomainEvent, encodeAudience } from "@team-chat/contract";
import { listMetadataAudience } from "@team-chat/policy";

import type { RealmState } from "../domain/realm-directories.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import { plainChanges, privacyChanges } from "./channel-changes.ts";
import {
  defaultChannelsChanged,
  inactiveUsers,
  listDefaultChannels,
  listNonGuests,
  peersChanged,
  presentChannel,
  streamCreated,
  streamDeleted,
} from "./channel.ts";

/** A channel before and after a change; subscriptions stay as the directories say. */
export interface ChannelUpdated {
  readonly before: ChannelRow;
  readonly after: ChannelRow;
  readonly directories: RealmState;
}

/**
 * Returns the events in the order in which clients can follow them (docs/behaviour/channels.md#who-hears-of-a-channel):
 * the channel appears to users who may know of it only now, those who knew of it hear each change, and it vanishes for
 * those who may not know of it any more.
 */
export function updateChannelEvents({ after, before, directories }: ChannelUpdated): DomainEvent[] {
  const knew = listMetadataAudience(before, directories);
  const know = listMetadataAudience(after, directories);
  const inactive = inactiveUsers(directories.users);
  const subscribers = [...directories.channels.subscribersOf(after.id)]
    .filter((id) => !inactive.has(id))
    .toSorted((a, b) => a - b);
  const then = presentChannel(before, directories.users, subscribers.length);
  const now = presentChannel(after, directories.users, subscribers.length);
  const privacy = privacyChanges(then, now);
  const others = plainChanges(then, now);
  const eventsOf = changeTeller(then, now, both(knew, know));
  const lost = without(knew, know);
  return [
    ...appearance(now, subscribers, without(know, knew)),
    ...eventsOf(privacy),
    ...defaultChanges({ after, before, directories }),
    ...eventsOf(others),
    ...(lost.length > 0 ? [streamDeleted([after.id], lost)] : []),
  ];
}

/** Like new channels, they appear without subscribers, who are told of next: clients count them. */
function appearance(
  channel: ChannelObject,
  subscribers: readonly number[],
  gained: readonly number[],
): DomainEvent[] {
  if (gained.length === 0) return [];
  const created = streamCreated([{ ...channel, subscriber_count: 0 }], gained);
  if (subscribers.length === 0) return [created];
  const added = { channelIds: [channel.stream_id], userIds: subscribers };
  return [created, peersChanged("peer_add", added, gained)];
}

/**
 * Events carry the name that the channel has when they are told; renaming itself the old one. Clients without the
 * capability `archived_channels` do not know a channel that is taken back: `internal.unarchived` is what appears to
 * them, without subscribers, who are told of next.
 */
function changeTeller(before: ChannelObject, now: ChannelObject, to: readonly number[]) {
  let { name } = before;
  const audience = encodeAudience(to);
  return (changes: ReturnType<typeof plainChanges>): DomainEvent[] =>
    to.length === 0
      ? []
      : changes.map((change) => {
          const event = { type: "stream", op: "update", stream_id: now.stream_id, name, ...change };
          if (change.property === "name") ({ name } = now);
          const appears = change.property === "is_archived" && !now.is_archived;
          return {
            audience,
            event,
            ...(appears ? { internal: { unarchived: { ...now, subscriber_count: 0 } } } : {}),
          };
        });
}

function defaultChanges({ after, before, directories }: ChannelUpdated): DomainEvent[] {
  const { channels, users } = directories;
  const ids = listDefaultChannels([...channels.channels.values()]);
  const others = [...channels.channels.values()].filter(({ id }) => id !== before.id);
  const now = listDefaultChannels([...others, after]);
  return ids.join() === now.join() ? [] : [defaultChannelsChanged(now, listNonGuests(users))];
}

function both(a: readonly number[], b: readonly number[]): number[] {
  const known = new Set(b);
  return a.filter((id) => known.has(id));
}

function without(a: readonly number[], b: readonly number[]): number[] {
  const known = new Set(b);
  return a.filter((id) => !known.has(id));
}
