import type { Specified } from "../parameter-kinds.ts";

/**
 * Facts about the settings of a user: `off` and `on` are the defaults of booleans, others the kind, the default and
 * another value.
 */
interface SettingFacts {
  readonly kind: string;
  readonly initially: unknown;
  readonly another: boolean | number | string;
}

const flag = (initially: boolean): SettingFacts => ({
  kind: "bool",
  initially,
  another: !initially,
});
const on = flag(true);
const off = flag(false);
const of = (kind: string, initially: unknown, another: number | string): SettingFacts => ({
  kind,
  initially,
  another,
});

/**
 * Display settings: clients without `user_settings_object` hear of them as `update_display_settings`
 * (docs/behaviour/settings.md#events-of-settings).
 */
const display = {
  twenty_four_hour_time: off,
  starred_message_counts: on,
  receives_typing_notifications: on,
  display_emoji_reaction_users: on,
  fluid_layout_width: off,
  high_contrast_mode: off,
  color_scheme: of("1-3", 1, 3),
  translate_emoticons: off,
  default_language: of("language", "en", "de"),
  web_home_view: of("view", "inbox", "all_messages"),
  web_escape_navigates_to_home_view: on,
  left_side_userlist: off,
  emojiset: of("emojiset", "google", "text"),
  demote_inactive_streams: of("1-3", 1, 2),
  enter_sends: off,
  enable_drafts_synchronization: on,
  user_list_style: of("1-3", 2, 1),
  web_animate_image_previews: of("animation", "on_hover", "never"),
  web_channel_default_view: of("1-4", 1, 4),
  web_font_size_px: of("count", 16, 12),
  web_line_height_percent: of("count", 140, 122),
  web_mark_read_on_scroll_policy: of("1-3", 1, 2),
  web_navigate_to_sent_message: on,
  web_stream_unreads_count_display_policy: of("1-3", 2, 3),
  web_suggest_update_timezone: on,
  web_left_sidebar_show_channel_folders: on,
  web_left_sidebar_unreads_count_summary: on,
  web_inbox_show_channel_folders: on,
  hide_ai_features: off,
};

/** Settings in `update_global_notifications`. */
const notification = {
  enable_stream_desktop_notifications: off,
  enable_stream_email_notifications: off,
  enable_stream_push_notifications: off,
  enable_stream_audible_notifications: off,
  wildcard_mentions_notify: on,
  enable_followed_topic_desktop_notifications: on,
  enable_followed_topic_email_notifications: on,
  enable_followed_topic_push_notifications: on,
  enable_followed_topic_audible_notifications: on,
  enable_followed_topic_wildcard_mentions_notify: on,
  automatically_follow_topics_policy: of("1-4", 3, 4),
  automatically_follow_topics_where_mentioned: on,
  automatically_unmute_topics_in_muted_streams_policy: of("1-4", 2, 1),
  resolved_topic_notice_auto_read_policy: of("notice", "except_followed", "always"),
  notification_sound: of("sound", "zulip", "ding"),
  enable_desktop_notifications: on,
  enable_sounds: on,
  enable_offline_email_notifications: on,
  enable_offline_push_notifications: on,
  enable_online_push_notifications: on,
  enable_digest_emails: on,
  enable_marketing_emails: on,
  enable_login_emails: on,
  message_content_in_email_notifications: on,
  pm_content_in_desktop_notifications: on,
  desktop_icon_count_display: of("1-4", 1, 3),
  realm_name_in_email_notifications_policy: of("1-3", 1, 2),
  email_notifications_batching_period_seconds: of("batching", 120, 604_800),
  presence_enabled: on,
};

const privacy = {
  send_private_typing_notifications: on,
  send_stream_typing_notifications: on,
  send_read_receipts: on,
  allow_private_data_export: off,
  email_address_visibility: of("1-5", 1, 4),
};

/** Every setting of a user (docs/behaviour/settings.md#defaults). */
export const settingTable: Readonly<Record<string, SettingFacts>> = {
  ...display,
  ...notification,
  ...privacy,
};

/** Names the older event that carries the setting. */
export function legacyForm(name: string): "display" | "notification" {
  return Object.hasOwn(notification, name) ? "notification" : "display";
}

/** The parameters of the settings themselves, in the order in which they are checked. */
export const settingKinds: Specified = Object.fromEntries(
  Object.entries(settingTable).map(([name, { kind }]) => [name, kind]),
);

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** All values of the kinds that have few. */
const valuesOfKind: Readonly<Record<string, readonly unknown[]>> = {
  bool: [true, false],
  "1-3": upTo(3),
  "1-4": upTo(4),
  "1-5": upTo(5),
  view: ["recent_topics", "all_messages", "recent", "inbox"],
  emojiset: ["twitter", "text", "google-blob", "google"],
  animation: ["always", "never", "on_hover"],
  notice: ["always", "never", "except_followed"],
};

/**
 * Settings with few values, which together take each of their values at least once: each time the next of every
 * setting.
 */
export const valueRounds: readonly Readonly<Record<string, unknown>>[] = upTo(5).map((round) =>
  Object.fromEntries(
    Object.entries(settingTable).flatMap(([name, { kind }]) => {
      const value = valuesOfKind[kind]?.[round - 1];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
);
