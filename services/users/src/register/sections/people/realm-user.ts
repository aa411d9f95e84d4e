import { roles } from "@team-chat/contract";
import { remembered } from "@team-chat/register";

import { apiEmail } from "../../../policies/accounts/api-email.ts";
import { seesEverybody } from "../../../policies/visibility/visibility.ts";
import { avatarUrl, isGravatar } from "../../../present/avatar.ts";
import type { UserForm } from "../../../present/user.ts";
import type { Account } from "../../../queries/accounts/accounts.ts";
import { ownPermissions } from "../../registration/own-permissions.ts";
import { registerSection, type Registration } from "../../registration/registration.ts";
import { seenUsers } from "../../registration/seen-users.ts";
import { userList } from "../../registration/user-lists.ts";

/** Everybody, and what the caller is and may do. */
export const realmUser = registerSection({ name: "realm_user", render, spectator: render });

function render(registration: Registration) {
  const { accounts, hostname, isSpectator, own, request, sees } = registration;
  const form = {
    viewer: own,
    hostname,
    clientGravatar: request.clientGravatar,
    profileData: !isSpectator,
  };
  return {
    ...(sees === seesEverybody ? allUsers(accounts, form) : seenUsers(registration, form)),
    ...ownUser(registration),
    ...ownPermissions(registration),
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

/** Parts the accounts, which are never changed, by where they are listed. */
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

function ownUser({ own, hostname, request }: Registration): object {
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
