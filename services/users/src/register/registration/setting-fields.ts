import { notificationSettingNames, notificationSounds, userSettings } from "@team-chat/contract";
import { type Fields, rememberedFields } from "@team-chat/register";

import type { Account } from "../../queries/accounts/accounts.ts";
import type { Registration } from "./registration.ts";

/** Choices that clients offer. */
export const settingChoices = {
  emojiset_choices: [
    { key: "google", text: "Google" },
    { key: "google-blob", text: "Google blobs" },
    { key: "twitter", text: "Twitter" },
    { key: "text", text: "Plain text" },
  ],
  available_notification_sounds: notificationSounds,
} as const;

/** Returns all settings of an account by name. */
export function ownSettings(own: Account): object {
  return {
    ...userSettings.parse(own.settings),
    email_address_visibility: own.emailVisibility,
    timezone: own.timezone,
  };
}

/** Returns the settings of one kind as keys of their own, none for clients that know `user_settings`. */
export function legacySettings(
  { own, request }: Registration,
  kind: "display" | "notification",
  more: object,
): Fields {
  if (request.capabilities["user_settings_object"] === true) return {};
  return rememberedFields(own, kind, () => {
    const wanted = Object.entries(ownSettings(own)).filter(
      ([name]) => notificationSettingNames.has(name) === (kind === "notification"),
    );
    return { ...Object.fromEntries(wanted), ...more };
  });
}
