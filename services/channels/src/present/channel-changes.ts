import type { ChannelObject } from "@team-chat/contract";
import { channelPermissionNames } from "@team-chat/policy";

/** The part of a `stream` update event that says what changed. */
interface ChannelChange {
  readonly property: string;
  readonly value: unknown;
  /** Further fields that clients are told along with some properties. */
  readonly [more: string]: unknown;
}

/**
 * Properties that are told by themselves, in the order in which they are told; privacy goes before, permissions after
 * them.
 */
const plain = [
  "message_retention_days",
  "is_archived",
  "topics_policy",
  "description",
  "name",
  "folder_id",
  "first_message_id",
  "is_recently_active",
  "stream_weekly_traffic",
] as const;

/** Fields that follow from the posting permission and are sent with it. */
const posting = ["stream_post_policy", "is_announcement_only"] as const;

/** Privacy is one change of three properties (docs/behaviour/channels.md#who-hears-of-a-channel). */
export function privacyChanges(before: ChannelObject, after: ChannelObject): ChannelChange[] {
  const same =
    before.invite_only === after.invite_only &&
    before.is_web_public === after.is_web_public &&
    before.history_public_to_subscribers === after.history_public_to_subscribers;
  if (same) return [];
  return [
    {
      property: "invite_only",
      value: after.invite_only,
      history_public_to_subscribers: after.history_public_to_subscribers,
      is_web_public: after.is_web_public,
    },
  ];
}

/** Returns every other change, in the order in which they are made. */
export function plainChanges(before: ChannelObject, after: ChannelObject): ChannelChange[] {
  return [...plain, ...channelPermissionNames, ...posting]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((property) => ({
      property,
      value: after[property],
      ...(property === "description" ? { rendered_description: after.rendered_description } : {}),
    }));
}
