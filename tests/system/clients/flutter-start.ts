import { z } from "zod";

import { channel, subscription, user, userGroup } from "./flutter-objects.ts";

const ascending = z
  .array(z.int())
  .refine((ids) => ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id)));

/** Feature levels below make the app refuse the server, those above make it use what came later. */
const featureLevel = z.int().min(371).max(467);

/** Part of GET /server_settings without which the app shows no login form (docs/behaviour/clients.md#mobile-app). */
export const serverSettings = z.object({
  authentication_methods: z.object({ ldap: z.boolean() }),
  external_authentication_methods: z.array(
    z.object({
      name: z.string(),
      display_name: z.string(),
      display_icon: z.string().nullable(),
      login_url: z.string(),
      signup_url: z.string(),
    }),
  ),
  zulip_feature_level: featureLevel,
  zulip_version: z.string(),
  zulip_merge_base: z.string(),
  push_notifications_enabled: z.boolean(),
  is_incompatible: z.literal(false),
  email_auth_enabled: z.literal(true),
  require_email_format_usernames: z.boolean(),
  realm_web_public_access_enabled: z.boolean(),
  realm_uri: z.url(),
  realm_name: z.string(),
  realm_icon: z.string(),
  realm_description: z.string(),
});

const unreadIds = { unread_message_ids: ascending };

const messageState = {
  max_message_id: z.int(),
  recent_private_conversations: z.array(
    z.object({ max_message_id: z.int(), user_ids: z.array(z.int()) }),
  ),
  starred_messages: z.array(z.int()),
  unread_msgs: z.object({
    count: z.int(),
    pms: z.array(z.object({ other_user_id: z.int(), ...unreadIds })),
    streams: z.array(z.object({ topic: z.string(), stream_id: z.int(), ...unreadIds })),
    huddles: z.array(z.object({ user_ids_string: z.string(), ...unreadIds })),
    mentions: z.array(z.int()),
    old_unreads_missing: z.boolean(),
  }),
};

const channelState = {
  subscriptions: z.array(subscription),
  streams: z.array(channel),
  channel_folders: z.array(z.object({ id: z.int(), name: z.string() })).nullish(),
  user_topics: z.array(
    z.object({
      stream_id: z.int(),
      topic_name: z.string(),
      last_updated: z.int(),
      visibility_policy: z.int(),
    }),
  ),
};

const userState = {
  alert_words: z.array(z.string()),
  custom_profile_fields: z.array(z.object({ id: z.int(), type: z.int(), field_data: z.string() })),
  muted_users: z.array(z.object({ id: z.int() })),
  presences: z.record(
    z.string().regex(/^\d+$/),
    z.object({ active_timestamp: z.int(), idle_timestamp: z.int() }),
  ),
  realm_emoji: z.record(z.string(), z.object({ id: z.string(), name: z.string() })),
  realm_user_groups: z.array(userGroup).min(1),
  saved_snippets: z.array(z.object({ id: z.int() })).nullish(),
  user_status: z.record(z.string(), z.object({})),
  user_settings: z.object({
    twenty_four_hour_time: z.boolean().nullable(),
    starred_message_counts: z.boolean(),
    display_emoji_reaction_users: z.boolean(),
    presence_enabled: z.boolean(),
    emojiset: z.string(),
    web_inbox_show_channel_folders: z.boolean().optional(),
  }),
  realm_users: z.array(user),
  realm_non_active_users: z.array(user),
  cross_realm_bots: z.array(user),
};

const realmState = {
  realm_can_delete_any_message_group: z.unknown(),
  realm_wildcard_mention_policy: z.literal([1, 2, 3, 5, 6, 7]),
  realm_topics_policy: z.string().nullish(),
  realm_mandatory_topics: z.boolean().nullish(),
  realm_name: z.string(),
  realm_waiting_period_threshold: z.int(),
  realm_message_content_delete_limit_seconds: z.int().nullish(),
  realm_message_content_edit_limit_seconds: z.int().nullish(),
  realm_allow_message_editing: z.boolean(),
  realm_enable_read_receipts: z.boolean(),
  realm_presence_disabled: z.boolean(),
  realm_icon_url: z.string(),
  realm_default_external_accounts: z.record(z.string(), z.object({ url_pattern: z.string() })),
  realm_moderation_request_channel_id: z.int().nullish(),
  realm_empty_topic_display_name: z.string(),
};

const serverState = {
  max_file_upload_size_mib: z.int(),
  max_stream_name_length: z.int(),
  max_topic_length: z.int(),
  event_queue_longpoll_timeout_seconds: z.int(),
  server_emoji_data_url: z.url(),
  server_presence_ping_interval_seconds: z.int(),
  server_presence_offline_threshold_seconds: z.int(),
  server_thumbnail_formats: z.array(z.object({})).optional(),
  server_typing_started_expiry_period_milliseconds: z.int().optional(),
  server_typing_stopped_wait_period_milliseconds: z.int().optional(),
  server_typing_started_wait_period_milliseconds: z.int().optional(),
};

/** The initial data the app needs to start (docs/behaviour/clients.md#mobile-app). */
export const snapshot = z.object({
  queue_id: z.string(),
  last_event_id: z.int(),
  zulip_feature_level: featureLevel,
  zulip_version: z.string(),
  zulip_merge_base: z.string(),
  ...messageState,
  ...channelState,
  ...userState,
  ...realmState,
  ...serverState,
});

/**
 * Exactly what the app sends to POST /register; strings are JSON too, as it writes them
 * (docs/behaviour/clients.md#mobile-app).
 */
export const registerParameters = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  idle_queue_timeout: JSON.stringify("mobile"),
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  },
};
