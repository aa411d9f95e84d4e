import { z } from "zod";

const unreadIds = { unread_message_ids: z.array(z.int()) };

/** The keys without which zulip-terminal crashes at its start (docs/behaviour/clients.md#terminal-client). */
export const terminalSnapshot = z.object({
  queue_id: z.string(),
  last_event_id: z.int(),
  max_message_id: z.int(),
  zulip_version: z.string(),
  user_id: z.int(),
  email: z.string(),
  full_name: z.string(),
  realm_name: z.string(),
  realm_users: z.array(
    z.object({ user_id: z.int(), full_name: z.string(), email: z.string(), is_bot: z.boolean() }),
  ),
  cross_realm_bots: z.array(
    z.object({ user_id: z.int(), full_name: z.string(), email: z.string() }),
  ),
  presences: z.record(z.string().includes("@"), z.object({ aggregated: z.object({}) })),
  subscriptions: z.array(
    z.object({
      stream_id: z.int(),
      name: z.string(),
      color: z.string().regex(/^#(?:[0-9a-f]{3}){1,2}$/),
      description: z.string(),
      rendered_description: z.string(),
      date_created: z.int(),
      invite_only: z.boolean(),
      pin_to_top: z.boolean(),
      is_muted: z.boolean(),
      desktop_notifications: z.boolean(),
      message_retention_days: z.int().nullable(),
      stream_post_policy: z.int().min(1).max(4),
      history_public_to_subscribers: z.boolean(),
      stream_weekly_traffic: z.int().nullable(),
      subscribers: z.array(z.int()),
    }),
  ),
  realm_message_retention_days: z.int().nullable(),
  muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])),
  realm_user_groups: z.array(z.object({ id: z.int(), name: z.string() })),
  unread_msgs: z.object({
    mentions: z.array(z.int()),
    pms: z.array(z.object({ sender_id: z.int(), ...unreadIds })),
    streams: z.array(z.object({ stream_id: z.int(), topic: z.string(), ...unreadIds })),
    huddles: z.array(z.object({ user_ids_string: z.string(), ...unreadIds })),
  }),
  realm_emoji: z.record(z.string(), z.object({ name: z.string(), deactivated: z.boolean() })),
  user_settings: z.object({
    send_private_typing_notifications: z.boolean(),
    twenty_four_hour_time: z.boolean(),
    pm_content_in_desktop_notifications: z.boolean(),
  }),
  starred_messages: z.array(z.int()),
});

/** Exactly what it sends to POST /register (docs/behaviour/clients.md#terminal-client). */
export const terminalRegisterParameters = {
  event_types: [
    "message",
    "update_message",
    "reaction",
    "submessage",
    "subscription",
    "typing",
    "update_message_flags",
    "user_settings",
    "realm_emoji",
    "realm_user",
  ],
  fetch_event_types: [
    "realm",
    "presence",
    "subscription",
    "message",
    "starred_messages",
    "update_message_flags",
    "muted_topics",
    "realm_user",
    "realm_user_groups",
    "user_settings",
    "realm_emoji",
    "custom_profile_fields",
    "zulip_version",
  ],
  client_gravatar: true,
  apply_markdown: true,
  include_subscribers: true,
  narrow: [],
};
