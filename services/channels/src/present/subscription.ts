import type { ChannelObject, SubscriptionObject, UserRecord } from "@team-chat/contract";

import type { Personal } from "../values/personal.ts";

type PersonalFields = Omit<
  SubscriptionObject,
  keyof ChannelObject | "subscribers" | "partial_subscribers"
>;

/** Presents a user's own settings of a channel as clients see them. */
export function presentPersonal(personal: Personal): PersonalFields {
  return {
    color: personal.color,
    pin_to_top: personal.pinToTop,
    is_muted: personal.isMuted,
    in_home_view: !personal.isMuted,
    desktop_notifications: personal.desktopNotifications,
    email_notifications: personal.emailNotifications,
    wildcard_mentions_notify: personal.wildcardMentionsNotify,
    push_notifications: personal.pushNotifications,
    audible_notifications: personal.audibleNotifications,
  };
}

/**
 * Meaning of null in a user's subscriptions, for clients without `notification_settings_null`
 * (docs/behaviour/subscriptions.md#subscription-object).
 */
export interface NotificationDefaults {
  readonly desktop_notifications: boolean;
  readonly email_notifications: boolean;
  readonly push_notifications: boolean;
  readonly audible_notifications: boolean;
}

/** Returns the user's own defaults; `wildcard_mentions_notify` is never replaced. */
export function notificationDefaults({ settings }: UserRecord): NotificationDefaults {
  return {
    desktop_notifications: settings["enable_stream_desktop_notifications"] === true,
    email_notifications: settings["enable_stream_email_notifications"] === true,
    push_notifications: settings["enable_stream_push_notifications"] === true,
    audible_notifications: settings["enable_stream_audible_notifications"] === true,
  };
}

/** Returns the settings with the defaults in place of null. */
export function withDefaults(
  fields: PersonalFields,
  defaults: NotificationDefaults,
): PersonalFields {
  return {
    ...fields,
    desktop_notifications: fields.desktop_notifications ?? defaults.desktop_notifications,
    email_notifications: fields.email_notifications ?? defaults.email_notifications,
    push_notifications: fields.push_notifications ?? defaults.push_notifications,
    audible_notifications: fields.audible_notifications ?? defaults.audible_notifications,
  };
}
