import {
  type ChannelObject,
  type DomainEvent,
  encodeAudience,
  type GroupSettingValue,
} from "@team-chat/contract";
import { renderBriefly } from "@team-chat/markdown";
import { channelPermissionNames, isGuest } from "@team-chat/policy";
import { derivedFromUsers, type UserDirectory } from "@team-chat/projection";

import { withoutInactive } from "../policies/channel-settings.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import type { RealmChannels } from "../values/realm-channels.ts";

/**
 * `stream_post_policy` of the system groups that have one; everybody else's is 1
 * (docs/behaviour/channels.md#channel-object).
 */
const postPolicies: Readonly<Record<string, number>> = {
  "role:administrators": 2,
  "role:fullmembers": 3,
  "role:moderators": 4,
};

type Permissions = Record<(typeof channelPermissionNames)[number], GroupSettingValue>;

/** Presents a channel as clients see it. */
export function presentChannel(
  channel: ChannelRow,
  users: UserDirectory,
  subscriberCount: number,
): ChannelObject {
  const postPolicy = postPolicyOf(channel, users);
  return {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.isArchived,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: channel.createdAt,
    creator_id: channel.creatorId,
    invite_only: channel.isPrivate,
    is_web_public: channel.isWebPublic,
    stream_post_policy: postPolicy,
    is_announcement_only: postPolicy === 2,
    message_retention_days: channel.messageRetentionDays,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    topics_policy: channel.topicsPolicy,
    first_message_id: channel.firstMessageId,
    folder_id: channel.folderId,
    is_recently_active: channel.isRecentlyActive,
    stream_weekly_traffic: channel.weeklyTraffic,
    subscriber_count: subscriberCount,
    ...presentPermissions(channel, users),
  };
}

/** Presents all permission fields, without deactivated users. */
function presentPermissions(channel: ChannelRow, users: UserDirectory): Permissions {
  const nobody = users.findGroupByName("role:nobody")?.id ?? 0;
  return Object.fromEntries(
    channelPermissionNames.map((name) => [
      name,
      withoutInactive(channel.permissions[name] ?? nobody, users),
    ]),
  ) as Permissions;
}

function postPolicyOf(channel: ChannelRow, users: UserDirectory): number {
  const value = channel.permissions["can_send_message_group"];
  const group = typeof value === "number" ? users.groups.get(value) : undefined;
  return postPolicies[group?.name ?? ""] ?? 1;
}

/**
 * Renders a description as HTML (docs/behaviour/channels.md#descriptions). Users, groups and channels in it stay text:
 * what they mean depends on who reads.
 * @throws BAD_REQUEST when it cannot be rendered
 */
export function renderDescription(description: string, realmId: number): string {
  return renderBriefly(description, realmId);
}

/**
 * Lists deactivated users of a directory; the same object as long as they are the same, so that what was derived from
 * it can be kept.
 */
export const inactiveUsers = derivedFromUsers<ReadonlySet<number>>((users, last) => {
  const ids = new Set<number>();
  for (const user of users.users.values()) if (!user.isActive) ids.add(user.id);
  return last && same(last, ids) ? last : ids;
});

function same(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}

/**
 * Writes the event by which channels appear to users who did not see them before. In the widest form: the events
 * service leaves archived channels out for clients without the capability `archived_channels`.
 */
export function streamCreated(
  channels: readonly ChannelObject[],
  to: Iterable<number>,
): DomainEvent {
  return {
    audience: encodeAudience(to),
    event: { type: "stream", op: "create", streams: channels },
  };
}

/** Writes the event by which channels vanish for users. */
export function streamDeleted(channelIds: readonly number[], to: Iterable<number>): DomainEvent {
  return {
    audience: encodeAudience(to),
    event: {
      type: "stream",
      op: "delete",
      streams: channelIds.map((id) => ({ stream_id: id })),
      stream_ids: channelIds,
    },
  };
}

/** Writes the event by which others who may see who is subscribed learn that users joined (or left) channels. */
export function peersChanged(
  op: "peer_add" | "peer_remove",
  {
    channelIds,
    userIds,
  }: { readonly channelIds: readonly number[]; readonly userIds: readonly number[] },
  to: Iterable<number>,
): DomainEvent {
  return {
    audience: encodeAudience(to),
    event: { type: "subscription", op, stream_ids: channelIds, user_ids: userIds },
  };
}

/** Writes the event that tells the organization's default channels. */
export function defaultChannelsChanged(
  channelIds: readonly number[],
  to: Iterable<number>,
): DomainEvent {
  return {
    audience: encodeAudience(to),
    event: { type: "default_streams", default_streams: channelIds },
  };
}

/** Lists ids of the channels that new users are subscribed to, ascending. */
export function listDefaultChannels(channels: readonly ChannelRow[]): number[] {
  return channels
    .filter((channel) => channel.isDefault && !channel.isArchived)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
}

/** Lists the users who are told of changes of the default channels. */
export function listNonGuests(users: UserDirectory): number[] {
  return [...users.users.values()]
    .filter((user) => user.isActive && !isGuest(user))
    .map(({ id }) => id);
}

/**
 * Says in `internal.archived_channels` which channels of an event are archived, as of before the change: clients
 * without the capability `archived_channels` do not know them, so the events service takes them out
 * (docs/behaviour/channels.md#archiving). Events that show whole channels say it themselves, and those that carry other
 * `internal` facts are about channels that are taken back.
 */
export function markArchived(domain: DomainEvent, { channels }: RealmChannels): DomainEvent {
  if (domain.internal !== undefined) return domain;
  const archived = channelsOf(domain.event).filter((id) => channels.get(id)?.isArchived === true);
  return archived.length === 0 ? domain : { ...domain, internal: { archived_channels: archived } };
}

/** Returns the channels that an event is about, if it names them by id. */
function channelsOf(event: DomainEvent["event"]): readonly number[] {
  switch (event.type) {
    case "stream":
    case "subscription":
    case "user_topic":
      return idsIn(event as EventOfChannels);
    default:
      return [];
  }
}

/** The fields that name channels; no event has more than one of the last three. */
interface EventOfChannels {
  readonly op?: string;
  readonly stream_id?: number;
  readonly stream_ids?: readonly number[];
  readonly subscriptions?: readonly { readonly stream_id: number }[];
}

function idsIn({ op, stream_id: id, stream_ids: ids, subscriptions }: EventOfChannels) {
  if (id !== undefined) return [id];
  if (ids !== undefined) return ids;
  return op === "remove" ? (subscriptions ?? []).map((one) => one.stream_id) : [];
}
