import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { isLanguage } from "../settings/languages.ts";

const on = z.boolean().default(true);
const off = z.boolean().default(false);

function choice(values: readonly number[], initially: number) {
  return z.literal(values).default(initially);
}

/** Settings about how the client looks and behaves. */
const display = z.object({
  twenty_four_hour_time: off.describe("Times in 24 hours"),
  starred_message_counts: on.describe("Show how many messages are starred"),
  receives_typing_notifications: on.describe("Be told who types"),
  display_emoji_reaction_users: on.describe("Show names beside reactions"),
  fluid_layout_width: off.describe("Use the whole width"),
  high_contrast_mode: off.describe("Strong contrast"),
  color_scheme: choice([1, 2, 3], 1).describe("1 automatic, 2 dark, 3 light"),
  translate_emoticons: off.describe("Turn emoticons into emoji"),
  default_language: keyword
    .refine(isLanguage, { params: { message: "Invalid default_language" } })
    .default("en")
    .describe("Language of the client"),
  web_home_view: z
    .enum(["recent_topics", "inbox", "all_messages", "recent"])
    .default("inbox")
    .describe("View shown first"),
  web_escape_navigates_to_home_view: on.describe("Escape goes to the first view"),
  left_side_userlist: off.describe("Users on the left"),
  emojiset: z
    .enum(["google", "twitter", "text", "google-blob"])
    .default("google")
    .describe("Emoji pictures"),
  demote_inactive_streams: choice([1, 2, 3], 1).describe("1 automatic, 2 always, 3 never"),
  enter_sends: off.describe("The enter key sends"),
  enable_drafts_synchronization: on.describe("Keep drafts on the server"),
  user_list_style: choice([1, 2, 3], 2).describe("1 compact, 2 with status, 3 with picture"),
  web_animate_image_previews: z
    .enum(["always", "on_hover", "never"])
    .default("on_hover")
    .describe("When previews move"),
  web_channel_default_view: choice([1, 2, 3, 4], 1).describe("View a channel opens with"),
  web_font_size_px: z.int().min(1).default(16).describe("Size of text in pixels"),
  web_line_height_percent: z.int().min(1).default(140).describe("Height of lines in percent"),
  web_mark_read_on_scroll_policy: choice([1, 2, 3], 1).describe(
    "1 always, 2 in conversations, 3 never",
  ),
  web_navigate_to_sent_message: on.describe("Go to the conversation written to"),
  web_stream_unreads_count_display_policy: choice([1, 2, 3], 2).describe(
    "Where unread counts are shown",
  ),
  web_suggest_update_timezone: on.describe("Offer to change the time zone"),
  web_left_sidebar_show_channel_folders: on.describe("Show folders in the side bar"),
  web_left_sidebar_unreads_count_summary: on.describe("Show sums of unread messages"),
  web_inbox_show_channel_folders: on.describe("Show folders in the inbox"),
  hide_ai_features: off.describe("Hide features that use language models"),
});

/** Sounds that clients have; `none` is silence. */
export const notificationSounds = ["zulip", "ding", "chime", "none"] as const;
const oneWeekSeconds = 604_800;
const sounds: ReadonlySet<string> = new Set(notificationSounds);

/** Settings about notifications. */
const notifications = z.object({
  enable_stream_desktop_notifications: off.describe("Desktop notifications of channel messages"),
  enable_stream_email_notifications: off.describe("E-mail about channel messages"),
  enable_stream_push_notifications: off.describe("Push notifications of channel messages"),
  enable_stream_audible_notifications: off.describe("Sound at channel messages"),
  wildcard_mentions_notify: on.describe("Wildcard mentions notify like personal ones"),
  enable_followed_topic_desktop_notifications: on.describe(
    "Desktop notifications of followed topics",
  ),
  enable_followed_topic_email_notifications: on.describe("E-mail about followed topics"),
  enable_followed_topic_push_notifications: on.describe("Push notifications of followed topics"),
  enable_followed_topic_audible_notifications: on.describe("Sound at messages of followed topics"),
  enable_followed_topic_wildcard_mentions_notify: on.describe(
    "Wildcard mentions in followed topics notify",
  ),
  automatically_follow_topics_policy: choice([1, 2, 3, 4], 3).describe(
    "Follow topics on 1 participating, 2 sending, 3 starting, 4 never",
  ),
  automatically_follow_topics_where_mentioned: on.describe("Follow topics where mentioned"),
  automatically_unmute_topics_in_muted_streams_policy: choice([1, 2, 3, 4], 2).describe(
    "Unmute topics of muted channels on 1 participating, 2 sending, 3 starting, 4 never",
  ),
  resolved_topic_notice_auto_read_policy: z
    .enum(["always", "except_followed", "never"])
    .default("except_followed")
    .describe("When notices of resolving count as read"),
  notification_sound: keyword
    .superRefine((sound, context) => {
      const message = `Invalid notification sound '${sound}'`;
      if (!sounds.has(sound)) context.addIssue({ code: "custom", params: { message } });
    })
    .default("zulip")
    .describe("Sound of notifications"),
  enable_desktop_notifications: on.describe(
    "Desktop notifications of direct messages and mentions",
  ),
  enable_sounds: on.describe("Sound at direct messages and mentions"),
  enable_offline_email_notifications: on.describe("E-mail about direct messages and mentions"),
  enable_offline_push_notifications: on.describe("Push notifications when away"),
  enable_online_push_notifications: on.describe("Push notifications also when present"),
  enable_digest_emails: on.describe("Digest e-mail"),
  enable_marketing_emails: on.describe("E-mail about the product"),
  enable_login_emails: on.describe("E-mail about new logins"),
  message_content_in_email_notifications: on.describe("E-mail quotes the message"),
  pm_content_in_desktop_notifications: on.describe("Desktop notifications quote direct messages"),
  desktop_icon_count_display: choice([1, 2, 3, 4], 1).describe(
    "What the number on the icon counts",
  ),
  realm_name_in_email_notifications_policy: choice([1, 2, 3], 1).describe(
    "1 automatic, 2 always, 3 never",
  ),
  email_notifications_batching_period_seconds: z
    .int()
    .superRefine((seconds, context) => {
      const message = `Invalid email batching period: ${seconds} seconds`;
      if (seconds <= 0 || seconds > oneWeekSeconds)
        context.addIssue({ code: "custom", params: { message } });
    })
    .default(120)
    .describe("Seconds e-mail waits for more"),
});

/** Settings about what others learn of the user. */
const privacy = z.object({
  presence_enabled: on.describe("Others see whether the user is present"),
  send_private_typing_notifications: on.describe("Others see typing in direct messages"),
  send_stream_typing_notifications: on.describe("Others see typing in channels"),
  send_read_receipts: on.describe("Others see what has been read"),
  allow_private_data_export: off.describe("Administrators may export private data"),
  email_address_visibility: choice([1, 2, 3, 4, 5], 1).describe(
    "Who sees the address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators",
  ),
});

/**
 * Settings of a user by their name in `PATCH /settings`, with the defaults of new users
 * (docs/behaviour/settings.md#defaults); `timezone` is no setting but part of the user.
 */
export const userSettings = z.object({
  ...display.shape,
  ...notifications.shape,
  ...privacy.shape,
});

export type UserSettings = z.infer<typeof userSettings>;

/** The settings whose changes come as `update_global_notifications` to clients without `user_settings_object`. */
export const notificationSettingNames: ReadonlySet<string> = new Set([
  ...Object.keys(notifications.shape),
  "presence_enabled",
]);

/** Settings that services other than users decide by: the ones in `UserRecord.settings`. */
export const sharedUserSettings = [
  "automatically_follow_topics_policy",
  "automatically_follow_topics_where_mentioned",
  "automatically_unmute_topics_in_muted_streams_policy",
  "default_language",
  "email_notifications_batching_period_seconds",
  "enable_drafts_synchronization",
  "enable_followed_topic_email_notifications",
  "enable_followed_topic_push_notifications",
  "enable_followed_topic_wildcard_mentions_notify",
  "enable_offline_email_notifications",
  "enable_offline_push_notifications",
  "enable_online_push_notifications",
  "enable_stream_audible_notifications",
  "enable_stream_desktop_notifications",
  "enable_stream_email_notifications",
  "enable_stream_push_notifications",
  "message_content_in_email_notifications",
  "pm_content_in_desktop_notifications",
  "presence_enabled",
  "receives_typing_notifications",
  "resolved_topic_notice_auto_read_policy",
  "send_private_typing_notifications",
  "send_read_receipts",
  "send_stream_typing_notifications",
  "translate_emoticons",
  "twenty_four_hour_time",
  "wildcard_mentions_notify",
] as const satisfies readonly (keyof UserSettings)[];
