import { type GroupSettingValue, roles } from "@team-chat/contract";

import { apiEmail } from "../../policies/accounts/api-email.ts";
import { seesEverybody } from "../../policies/visibility/visibility.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { avatarUrl, isGravatar } from "../avatar.ts";
import type { UserForm } from "../user.ts";
import type { RegisterFacts } from "./facts.ts";
import type { Section } from "./field-texts.ts";
import { isInGroup } from "./membership.ts";
import { remembered } from "./remembered.ts";
import { seenUsers } from "./seen-users.ts";
import { userList } from "./user-lists.ts";

/** `realm_user`: everybody, and what the caller is and may do. */
export function realmUserSection(facts: RegisterFacts): Section {
  const form = {
    viewer: facts.own,
    hostname: facts.hostname,
    clientGravatar: facts.request.clientGravatar,
    profileData: !facts.isSpectator,
  };
  return {
    ...(facts.sees === seesEverybody ? allUsers(facts.accounts, form) : seenUsers(facts, form)),
    ...ownUser(facts),
    ...ownPermissions(facts),
  };
}

function allUsers(accounts: readonly Account[], form: UserForm): object {
  const { active, inactive, systemBots } = parted(accounts);
  return {
    realm_users: userList("active", active, form),
    realm_non_active_users: userList("inactive", inactive, form),
    cross_realm_bots: userList("system bots", systemBots, form),
  };
}

/** The accounts, which are never changed, by where they are listed. */
function parted(accounts: readonly Account[]) {
  return remembered(accounts, "parted", () => {
    const people = accounts.filter(({ isSystemBot }) => !isSystemBot);
    return {
      active: people.filter(({ isActive }) => isActive),
      inactive: people.filter(({ isActive }) => !isActive),
      systemBots: accounts.filter(({ isSystemBot }) => isSystemBot),
    };
  });
}

function ownUser({ own, hostname, request }: RegisterFacts): object {
  const hidesUrl = request.clientGravatar && isGravatar(own);
  return {
    user_id: own.userId,
    email: apiEmail(own, hostname),
    delivery_email: own.deliveryEmail,
    full_name: own.fullName,
    is_owner: own.role === roles.owner,
    is_admin: own.role <= roles.administrator,
    is_moderator: own.role === roles.moderator,
    is_guest: own.role === roles.guest,
    avatar_source: own.avatarSource,
    avatar_url: hidesUrl ? null : avatarUrl(own, hostname),
    avatar_url_medium: hidesUrl ? null : avatarUrl(own, hostname, "medium"),
  };
}

function ownPermissions(facts: RegisterFacts): object {
  const { groups, own, permissions, settings, webPublicStreams } = facts;
  const isGuest = own.role === roles.guest;
  const may = (value: GroupSettingValue) => !isGuest && isInGroup(own.userId, value, groups);
  const publicly = may(permissions.can_create_public_channel_group);
  const privately = may(permissions.can_create_private_channel_group);
  return {
    can_create_streams: publicly || privately,
    can_create_public_streams: publicly,
    can_create_private_streams: privately,
    can_create_web_public_streams:
      webPublicStreams &&
      settings.enable_spectator_access &&
      may(permissions.can_create_web_public_channel_group),
    can_subscribe_other_users: may(permissions.can_add_subscribers_group),
    can_invite_others_to_realm: may(permissions.can_invite_users_group),
  };
}
