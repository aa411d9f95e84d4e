import { emailVisibilities, roles, userSettings } from "@team-chat/contract";

import type { Account } from "../../queries/accounts/accounts.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import type { Section } from "./field-texts.ts";
import { remembered } from "./remembered.ts";

/**
 * What spectators are told nothing of, by the event type that they would ask for (docs/behaviour/events.md#spectators).
 */
export const withheldSections: Readonly<Record<string, Section>> = {
  custom_profile_fields: { custom_profile_fields: [] },
  presence: { presences: {}, presence_last_update_id: -1 },
  realm_bot: { realm_bots: [] },
  user_status: { user_status: {} },
};

/** Sections that spectators get like everybody; what is new and not named here they do not get. */
const spectatorSections: ReadonlySet<string> = new Set([
  "alert_words",
  "device",
  "giphy",
  "muted_users",
  "navigation_views",
  "onboarding_steps",
  "realm",
  "realm_billing",
  "realm_domains",
  "realm_embedded_bots",
  "realm_emoji",
  "realm_filters",
  "realm_incoming_webhook_bots",
  "realm_linkifiers",
  "realm_playgrounds",
  "realm_user",
  "realm_user_groups",
  "realm_user_settings_defaults",
  "saved_snippets",
  "stop_words",
  "update_display_settings",
  "update_global_notifications",
  "user_settings",
  "video_calls",
]);

/** Whether spectators get the section of this event type. */
export function isForSpectators(name: string): boolean {
  return spectatorSections.has(name);
}

/** Who stands for all spectators: a guest with the id 0, who is nobody, with the settings that new users begin with. */
export function spectatorAccount(realm: RealmRow): Account {
  return {
    userId: 0,
    deliveryEmail: "",
    emailVisibility: emailVisibilities.nobody,
    fullName: "Anonymous User",
    role: roles.guest,
    isActive: true,
    isBot: false,
    isSystemBot: false,
    botType: null,
    botOwnerId: null,
    defaultSendingStream: "",
    defaultSendingChannelId: null,
    joinsDefaultChannels: false,
    defaultEventsRegisterChannelId: null,
    defaultEventsRegisterStream: "",
    defaultAllPublicStreams: false,
    botConfig: {},
    joinedAt: realm.createdAt,
    timezone: "",
    avatarSource: "G",
    avatarVersion: 1,
    avatarSecret: "",
    settings: userSettings.parse(realm.userSettingsDefaults),
    canCreateUsers: false,
    canChangeUserEmails: false,
    alertWords: [],
    mutedUsers: [],
    profileData: {},
  };
}

/** Accounts, which are never changed, as spectators see them. */
export function allSeenBySpectators(accounts: readonly Account[]): readonly Account[] {
  return remembered(accounts, "spectators", () => accounts.map(seenBySpectators));
}

/** An account without what is personal: the address, the time zone, and the time of day at which it was made. */
function seenBySpectators(account: Account): Account {
  const joinedAt = new Date(account.joinedAt);
  joinedAt.setUTCHours(0, 0, 0, 0);
  return { ...account, emailVisibility: emailVisibilities.nobody, timezone: "", joinedAt };
}
