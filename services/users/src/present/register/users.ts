import { type GroupSettingValue, roles } from "@team-chat/contract";

import { apiEmail } from "../../policies/api-email.ts";
import type { Account } from "../../queries/accounts.ts";
import { avatarUrl, isGravatar } from "../avatar.ts";
import type { RegisterFacts, Section } from "./facts.ts";
import { isInGroup } from "./membership.ts";
import { userListText } from "./user-texts.ts";

/** `realm_user`: everybody, and what the caller is and may do. */
export function realmUserSection(facts: RegisterFacts): Section {
  const form = {
    viewer: facts.own,
    hostname: facts.hostname,
    clientGravatar: facts.request.clientGravatar,
    profileData: !facts.isSpectator,
  };
  const listed = (accounts: readonly Account[]) => userListText(accounts, form);
  const people = facts.accounts.filter(({ isSystemBot }) => !isSystemBot);
  return {
    realm_users: listed(people.filter(({ isActive }) => isActive)),
    realm_non_active_users: listed(people.filter(({ isActive }) => !isActive)),
    cross_realm_bots: listed(facts.accounts.filter(({ isSystemBot }) => isSystemBot)),
    ...ownUser(facts),
    ...ownPermissions(facts),
  };
}

function ownUser({ own, hostname, request }: RegisterFacts): Section {
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

function ownPermissions(facts: RegisterFacts): Section {
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
