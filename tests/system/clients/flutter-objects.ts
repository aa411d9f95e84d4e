import { z } from "zod";

/** Anything but these two makes the app fail. */
const groupValue = z.union([
  z.int(),
  z.object({ direct_members: z.array(z.int()), direct_subgroups: z.array(z.int()) }),
]);

/** A channel as the mobile app reads it (docs/behaviour/clients.md#mobile-app). */
export const channel = z.object({
  stream_id: z.int(),
  name: z.string(),
  is_archived: z.boolean().optional(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: z.int(),
  first_message_id: z.int().nullable(),
  folder_id: z.int().nullish(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  history_public_to_subscribers: z.boolean(),
  message_retention_days: z.int().nullable(),
  topics_policy: z.string().optional(),
  stream_post_policy: z.int().min(1).max(4).nullish(),
  can_add_subscribers_group: groupValue.nullish(),
  can_delete_any_message_group: groupValue.nullish(),
  can_delete_own_message_group: groupValue.nullish(),
  can_send_message_group: groupValue.nullish(),
  can_subscribe_group: groupValue.nullish(),
  is_recently_active: z.boolean().nullish(),
  stream_weekly_traffic: z.int().nullable(),
});

/** A channel with the user's own settings. */
export const subscription = channel.extend({
  desktop_notifications: z.boolean().nullable(),
  email_notifications: z.boolean().nullable(),
  wildcard_mentions_notify: z.boolean().nullable(),
  push_notifications: z.boolean().nullable(),
  audible_notifications: z.boolean().nullable(),
  pin_to_top: z.boolean(),
  is_muted: z.boolean(),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
});

/** A user; `is_active` may be missing at the start only. */
export const user = z.object({
  user_id: z.int(),
  delivery_email: z.string().nullable(),
  email: z.string(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: z.boolean().optional(),
  is_bot: z.boolean(),
  bot_type: z.int().nullish(),
  bot_owner_id: z.int().nullish(),
  role: z.int(),
  timezone: z.string(),
  avatar_url: z.string().nullish(),
  avatar_version: z.int(),
  profile_data: z
    .record(
      z.string().regex(/^\d+$/),
      z.object({ value: z.string(), rendered_value: z.string().optional() }),
    )
    .nullish(),
});

/** A group of users. */
export const userGroup = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  members: z.array(z.int()),
  direct_subgroup_ids: z.array(z.int()),
  is_system_group: z.boolean(),
  deactivated: z.boolean().optional(),
});

const reaction = z.object({
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.enum(["unicode_emoji", "realm_emoji", "zulip_extra_emoji"]),
  user_id: z.int(),
});

const anyMessage = z.object({
  id: z.int(),
  sender_id: z.int(),
  timestamp: z.int(),
  client: z.string(),
  content: z.string(),
  content_type: z.string(),
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_realm_str: z.string(),
  is_me_message: z.boolean(),
  reactions: z.array(reaction),
  last_edit_timestamp: z.int().nullish(),
  edit_history: z.array(z.object({})).min(1).optional(),
  submessages: z.array(z.object({ sender_id: z.int(), msg_type: z.string(), content: z.string() })),
});

/** A message, without flags (docs/behaviour/clients.md#mobile-app). */
export const message = z.discriminatedUnion("type", [
  anyMessage.extend({
    type: z.literal("stream"),
    stream_id: z.int(),
    subject: z.string(),
    display_recipient: z.string(),
  }),
  anyMessage.extend({
    type: z.literal("private"),
    display_recipient: z.array(z.object({ id: z.int() })).min(1),
  }),
]);

/** The answer to GET /messages; every field is required, also when the anchor was a word. */
export const messages = z.object({
  /** Up to 10^16, which is exact as a double though not "safe". */
  anchor: z.number().refine((anchor) => Number.isInteger(anchor)),
  found_newest: z.boolean(),
  found_oldest: z.boolean(),
  found_anchor: z.boolean(),
  history_limited: z.boolean(),
  messages: z.array(z.intersection(message, z.object({ flags: z.array(z.string()) }))),
});
