import { notificationSettingNames, notificationSounds, userSettings } from "@team-chat/contract";

import type { RegisterFacts } from "./facts.ts";
import { rememberedSection, type Section } from "./field-texts.ts";

const choices = {
  emojiset_choices: [
    { key: "google", text: "Google" },
    { key: "google-blob", text: "Google blobs" },
    { key: "twitter", text: "Twitter" },
    { key: "text", text: "Plain text" },
  ],
  available_notification_sounds: notificationSounds,
} as const;

/** `user_settings`: all settings of the caller. */
export function userSettingsSection(facts: RegisterFacts): Section {
  return rememberedSection(facts.own, "user_settings", () => ({
    user_settings: { ...ownSettings(facts), ...choices },
  }));
}

/** `realm_user_settings_defaults`: what new users begin with. */
export function userSettingsDefaultsSection({ realm }: RegisterFacts): Section {
  return rememberedSection(realm, "defaults", () => ({
    realm_user_settings_defaults: { ...userSettings.parse(realm.userSettingsDefaults), ...choices },
  }));
}

/** `update_display_settings`: display settings one by one, for clients that do not know `user_settings`. */
export function displaySettingsSection(facts: RegisterFacts): Section {
  return legacySettings(facts, "display", choices);
}

/** `update_global_notifications`: the same for notification settings. */
export function notificationSettingsSection(facts: RegisterFacts): Section {
  return legacySettings(facts, "notification", {});
}

function legacySettings(
  facts: RegisterFacts,
  kind: "display" | "notification",
  more: object,
): Section {
  if (facts.request.capabilities["user_settings_object"] === true) return {};
  return rememberedSection(facts.own, kind, () => {
    const own = Object.entries(ownSettings(facts)).filter(
      ([name]) => notificationSettingNames.has(name) === (kind === "notification"),
    );
    return { ...Object.fromEntries(own), ...more };
  });
}

function ownSettings({ own }: RegisterFacts): object {
  return {
    ...userSettings.parse(own.settings),
    email_address_visibility: own.emailVisibility,
    timezone: own.timezone,
  };
}
