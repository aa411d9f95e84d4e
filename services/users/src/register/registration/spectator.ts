import { emailVisibilities, roles, userSettings } from "@team-chat/contract";
import { remembered } from "@team-chat/register";

import type { Account } from "../../queries/accounts/accounts.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";

/** Makes the account that stands for all spectators: a guest with the id 0, with the settings of new users. */
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

/** Returns accounts, which are never changed, as spectators see them. */
export function allSeenBySpectators(accounts: readonly Account[]): readonly Account[] {
  return remembered(accounts, "spectators", () => accounts.map(seenBySpectators));
}

/**
 * Returns an account without what is personal: the address, the time zone, and the time of day at which it was made.
 */
function seenBySpectators(account: Account): Account {
  const joinedAt = new Date(account.joinedAt);
  joinedAt.setUTCHours(0, 0, 0, 0);
  return { ...account, emailVisibility: emailVisibilities.nobody, timezone: "", joinedAt };
}
