import {
  type GroupRecord,
  type RealmRecord,
  sharedUserSettings,
  type UserRecord,
  userSettings,
} from "@team-chat/contract";

import { apiEmail } from "../policies/accounts/api-email.ts";
import type { Plans } from "../policies/organization/plans.ts";
import type { Sites } from "../policies/organization/sites.ts";
import type { Account } from "../queries/accounts/accounts.ts";
import type { Webhook } from "../queries/bots/webhooks.ts";
import type { Group, SystemGroupIds } from "../queries/groups/groups.ts";
import type { LinkifierRow } from "../queries/organization/linkifiers.ts";
import type { EmojiRow } from "../queries/organization/realm-emoji.ts";
import type { RealmRow } from "../queries/organization/realms.ts";
import { completeSettings } from "../values/realm-settings.ts";
import { avatarUrl, isGravatar } from "./avatar.ts";
import { permissionsOf } from "./group-permissions.ts";
import { presentLinkifier } from "./linkifier.ts";
import { presentEmoji } from "./realm-emoji.ts";
import { completePermissions } from "./realm-values.ts";

interface RealmParts {
  readonly sites: Sites;
  readonly plans: Plans;
  readonly groups: SystemGroupIds;
  readonly linkifiers: readonly LinkifierRow[];
  readonly emoji: readonly EmojiRow[];
}

/** Presents the organization as other services need it, permissions, linkifiers and emoji among its settings. */
export function presentRealmRecord(
  realm: RealmRow,
  { sites, plans, groups, linkifiers, emoji }: RealmParts,
): RealmRecord {
  return {
    id: realm.id,
    subdomain: realm.subdomain,
    url: sites.urlOf(realm),
    hostname: sites.hostnameOf(realm.subdomain),
    name: realm.name,
    deactivated: realm.deactivated,
    settings: {
      ...completeSettings(realm.settings),
      ...completePermissions(realm.settings, groups),
      // Of kinds that all organizations have no other service needs to know.
      default_external_accounts: undefined,
      description: realm.description,
      linkifiers: linkifiers.map(presentLinkifier),
      emoji: presentEmoji(emoji),
    },
    quotas: plans.quotasOf(realm),
  };
}

/** Presents a user as other services need it. */
export function presentUserRecord(
  user: Account,
  { hostname, webhook }: { readonly hostname: string; readonly webhook: Webhook | undefined },
): UserRecord {
  return {
    id: user.userId,
    email: apiEmail(user, hostname),
    deliveryEmail: user.deliveryEmail,
    fullName: user.fullName,
    role: user.role,
    isActive: user.isActive,
    isBot: user.isBot,
    isSystemBot: user.isSystemBot,
    botType: user.botType,
    botOwnerId: user.botOwnerId,
    joinsDefaultChannels: user.joinsDefaultChannels,
    defaultSendingChannelId: user.defaultSendingChannelId,
    dateJoined: Math.floor(user.joinedAt.getTime() / 1000),
    avatarUrl: avatarUrl(user, hostname),
    avatarIsGravatar: isGravatar(user),
    emailVisibility: user.emailVisibility,
    settings: sharedSettings(user),
    webhook:
      webhook === undefined
        ? null
        : {
            url: webhook.url,
            interface: webhook.interface,
            token: webhook.token,
            name: webhook.name,
          },
  };
}

const defaultSettings = userSettings.parse({});

function sharedSettings(user: Account): Record<string, unknown> {
  const all: Record<string, unknown> = { ...defaultSettings, ...user.settings };
  return {
    ...Object.fromEntries(sharedUserSettings.map((name) => [name, all[name]])),
    alert_words: user.alertWords,
    muted_users: user.mutedUsers.map(({ id }) => id),
  };
}

/** Presents a group as other services need it. */
export function presentGroupRecord(group: Group, systemGroups: SystemGroupIds): GroupRecord {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    isSystem: group.isSystem,
    deactivated: group.deactivated,
    members: group.members,
    subgroups: group.subgroups,
    settings: permissionsOf(group, systemGroups),
  };
}
