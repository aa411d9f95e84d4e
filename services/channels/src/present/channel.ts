import type { ChannelObject, GroupSettingValue } from "@team-chat/contract";
import { channelPermissionNames } from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import { withoutInactive } from "../policies/group-setting.ts";
import type { ChannelRow } from "../values/channel-row.ts";

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
