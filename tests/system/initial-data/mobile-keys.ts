import { z } from "zod";

import type { Key } from "./key-table.ts";

const ids = z.array(z.int());
const ascendingIds = ids
  .min(1)
  .refine((list) => list.every((id, i) => i === 0 || id > (list[i - 1] ?? id)));
const groupValue = z.union([
  z.int(),
  z.strictObject({ direct_members: ids, direct_subgroups: ids }),
]);
type Shapes = Readonly<Record<string, z.ZodType>>;

const registration: Shapes = {
  queue_id: z.string().min(1),
  last_event_id: z.int(),
  zulip_feature_level: z.int().min(371).max(467),
  zulip_version: z.string(),
  zulip_merge_base: z.string(),
};

const server: Shapes = {
  max_stream_name_length: z.int(),
  max_topic_length: z.int(),
  server_presence_ping_interval_seconds: z.int(),
  server_presence_offline_threshold_seconds: z.int(),
  server_typing_started_expiry_period_milliseconds: z.int(),
  server_typing_stopped_wait_period_milliseconds: z.int(),
  server_typing_started_wait_period_milliseconds: z.int(),
  max_file_upload_size_mib: z.int(),
  event_queue_longpoll_timeout_seconds: z.literal(90),
  server_thumbnail_formats: z.array(
    z.object({
      name: z.string(),
      max_width: z.int(),
      max_height: z.int(),
      animated: z.boolean(),
      format: z.string(),
    }),
  ),
  server_emoji_data_url: z.url(),
};

const organization: Shapes = {
  realm_can_delete_any_message_group: groupValue,
  realm_can_delete_own_message_group: groupValue,
  realm_wildcard_mention_policy: z.literal([1, 2, 3, 5, 6, 7]),
  realm_topics_policy: z.string(),
  realm_mandatory_topics: z.boolean(),
  realm_name: z.string(),
  realm_waiting_period_threshold: z.int(),
  realm_message_content_delete_limit_seconds: z.int().nullable(),
  realm_message_content_edit_limit_seconds: z.int().nullable(),
  realm_allow_message_editing: z.boolean(),
  realm_enable_read_receipts: z.boolean(),
  realm_presence_disabled: z.boolean(),
  realm_icon_url: z.string().min(1),
  // It may be empty, and is: the organization names no accounts of its own.
  realm_default_external_accounts: z.record(
    z.string(),
    z.object({ name: z.string(), text: z.string(), hint: z.string(), url_pattern: z.string() }),
  ),
  realm_moderation_request_channel_id: z.int(),
  realm_empty_topic_display_name: z.string().min(1),
  "realm_emoji{}.id": z.string(),
  "realm_emoji{}.name": z.string(),
  "realm_emoji{}.source_url": z.string(),
  "realm_emoji{}.still_url": z.string().nullable(),
  "realm_emoji{}.deactivated": z.boolean(),
  "realm_emoji{}.author_id": z.int().nullable(),
  "realm_user_groups[].id": z.int(),
  "realm_user_groups[].members": ids,
  "realm_user_groups[].direct_subgroup_ids": ids,
  "realm_user_groups[].name": z.string(),
  "realm_user_groups[].description": z.string(),
  "realm_user_groups[].is_system_group": z.boolean(),
  "realm_user_groups[].deactivated": z.boolean(),
  "custom_profile_fields[].id": z.int(),
  "custom_profile_fields[].type": z.int().min(1).max(8),
  "custom_profile_fields[].order": z.int(),
  "custom_profile_fields[].name": z.string(),
  "custom_profile_fields[].hint": z.string(),
  "custom_profile_fields[].field_data": z.string(),
};

const personal: Shapes = {
  alert_words: z.array(z.string()).min(1),
  "muted_users[].id": z.int(),
  presences: z.record(z.string().regex(/^\d+$/), z.object({})),
  "presences{}.active_timestamp": z.int(),
  "presences{}.idle_timestamp": z.int(),
  "recent_private_conversations[].max_message_id": z.int(),
  "recent_private_conversations[].user_ids": ids,
  "saved_snippets[].id": z.int(),
  "saved_snippets[].title": z.string(),
  "saved_snippets[].content": z.string(),
  "saved_snippets[].date_created": z.int(),
  "unread_msgs.count": z.int().positive(),
  "unread_msgs.pms[].other_user_id": z.int(),
  "unread_msgs.pms[].unread_message_ids": ascendingIds,
  "unread_msgs.streams[].topic": z.string(),
  "unread_msgs.streams[].stream_id": z.int(),
  "unread_msgs.streams[].unread_message_ids": ascendingIds,
  "unread_msgs.huddles[].user_ids_string": z.string().regex(/^\d+(?:,\d+){2,}$/),
  "unread_msgs.huddles[].unread_message_ids": ascendingIds,
  "unread_msgs.mentions": ascendingIds,
  "unread_msgs.old_unreads_missing": z.boolean(),
  starred_messages: ids.min(1),
  user_status: z.record(z.string().regex(/^\d+$/), z.object({})),
  "user_status{}.status_text": z.string(),
  "user_status{}.emoji_name": z.string(),
  "user_status{}.emoji_code": z.string(),
  "user_status{}.reaction_type": z.string(),
  "user_settings.twenty_four_hour_time": z.boolean().nullable(),
  "user_settings.starred_message_counts": z.boolean(),
  "user_settings.display_emoji_reaction_users": z.boolean(),
  "user_settings.presence_enabled": z.boolean(),
  "user_settings.emojiset": z.string(),
  "user_topics[].stream_id": z.int(),
  "user_topics[].topic_name": z.string(),
  "user_topics[].last_updated": z.int(),
  "user_topics[].visibility_policy": z.int().min(1).max(3),
};

const channelFields: Shapes = {
  stream_id: z.int(),
  name: z.string(),
  is_archived: z.boolean(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: z.int(),
  first_message_id: z.int().nullable(),
  folder_id: z.int().nullable(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  history_public_to_subscribers: z.boolean(),
  message_retention_days: z.int().nullable(),
  topics_policy: z.string(),
  stream_post_policy: z.int().min(1).max(4),
  can_add_subscribers_group: groupValue,
  can_delete_any_message_group: groupValue,
  can_delete_own_message_group: groupValue,
  can_send_message_group: groupValue,
  can_subscribe_group: groupValue,
  is_recently_active: z.boolean(),
  stream_weekly_traffic: z.int().nullable(),
};

const subscriptionFields: Shapes = {
  desktop_notifications: z.boolean().nullable(),
  email_notifications: z.boolean().nullable(),
  wildcard_mentions_notify: z.boolean().nullable(),
  push_notifications: z.boolean().nullable(),
  audible_notifications: z.boolean().nullable(),
  pin_to_top: z.boolean(),
  is_muted: z.boolean(),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
};

const folderFields: Shapes = {
  id: z.int(),
  name: z.string(),
  order: z.int(),
  date_created: z.int().nullable(),
  creator_id: z.int().nullable(),
  description: z.string(),
  rendered_description: z.string(),
  is_archived: z.boolean(),
};

const userFields: Shapes = {
  user_id: z.int(),
  delivery_email: z.string().nullable(),
  email: z.string(),
  full_name: z.string(),
  date_joined: z.string(),
  is_bot: z.boolean(),
  bot_type: z.int().nullable(),
  bot_owner_id: z.int().nullable(),
  role: z.literal([100, 200, 300, 400, 600]),
  timezone: z.string(),
  avatar_url: z.string().nullish(),
  avatar_version: z.int(),
  profile_data: z
    .record(
      z.string().regex(/^\d+$/),
      z.object({ value: z.string(), rendered_value: z.string().optional() }),
    )
    .optional(),
};

function within(list: string, fields: Shapes): Shapes {
  return Object.fromEntries(
    Object.entries(fields).map(([name, shape]) => [`${list}[].${name}`, shape]),
  );
}

/**
 * Keys that the mobile app decodes; a wrong one makes it refuse the whole answer
 * (docs/behaviour/clients.md#mobile-app).
 */
export const mobileKeys: readonly Key[] = Object.entries({
  ...registration,
  ...server,
  ...organization,
  ...personal,
  ...within("streams", channelFields),
  ...within("subscriptions", { ...channelFields, ...subscriptionFields }),
  ...within("channel_folders", folderFields),
  ...within("realm_users", userFields),
  ...within("realm_non_active_users", userFields),
  ...within("cross_realm_bots", userFields),
}).map(([path, shape]) => ({ path, shape }));
