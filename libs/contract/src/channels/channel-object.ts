import { z } from "zod";

import { groupSettingValue } from "../internal/channels.ts";

const permission = (who: string) => groupSettingValue.describe(`Who may ${who}`);

/** The permission fields of channels (docs/behaviour/channels.md#permissions-of-a-channel). */
export const channelPermissionFields = {
  can_add_subscribers_group: permission("add subscribers"),
  can_administer_channel_group: permission("administer the channel"),
  can_create_topic_group: permission("start new topics"),
  can_delete_any_message_group: permission("delete any message in the channel"),
  can_delete_own_message_group: permission("delete their own messages in the channel"),
  can_move_messages_out_of_channel_group: permission("move messages to other channels"),
  can_move_messages_within_channel_group: permission("move messages to other topics"),
  can_remove_subscribers_group: permission("remove subscribers"),
  can_resolve_topics_group: permission("resolve topics"),
  can_send_message_group: permission("post in the channel"),
  can_subscribe_group: permission("subscribe themselves, also to a private channel"),
};

/** Values of a channel's policy for empty topics (docs/behaviour/channels.md#topic-policy). */
export const topicsPolicy = z.enum([
  "inherit",
  "allow_empty_topic",
  "disable_empty_topic",
  "empty_topic_only",
]);

/** Fields that channel and subscription objects share. */
export const channelFields = {
  stream_id: z.int().describe("Unique id of the channel"),
  name: z.string().describe("Unique in the organization, whatever the case"),
  is_archived: z.boolean().describe("Whether the channel is archived"),
  description: z.string().describe("Markdown"),
  rendered_description: z.string().describe("HTML"),
  date_created: z.int().describe("UNIX seconds"),
  creator_id: z.int().nullable().describe("Null when nobody is recorded"),
  invite_only: z.boolean().describe("Whether the channel is private"),
  is_web_public: z.boolean().describe("Whether its history may be read without an account"),
  stream_post_policy: z
    .int()
    .describe("Deprecated: 1 everyone, 2 administrators, 3 full members, 4 moderators"),
  is_announcement_only: z.boolean().describe("Deprecated: only administrators post"),
  message_retention_days: z
    .int()
    .nullable()
    .describe("Days; null as the organization says, -1 for ever"),
  history_public_to_subscribers: z.boolean().describe("Whether new subscribers see older messages"),
  topics_policy: topicsPolicy.describe("Which topics messages may have"),
  first_message_id: z.int().nullable().describe("Null for channels without history"),
  folder_id: z.int().nullable().describe("Channel folder, null if none"),
  is_recently_active: z.boolean().describe("Whether there were messages of late"),
  stream_weekly_traffic: z
    .int()
    .nullable()
    .describe("Messages per week on average; null for channels younger than a week"),
  subscriber_count: z.int().describe("Number of active subscribers"),
  ...channelPermissionFields,
};

/** A channel as `GET /streams`, `POST /register` and `stream` events show it. */
export const channelObject = z.object({
  ...channelFields,
  is_default: z
    .boolean()
    .optional()
    .describe("Whether new users are subscribed to it; only with include_default"),
});

export type ChannelObject = z.infer<typeof channelObject>;
