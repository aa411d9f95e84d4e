import { type GroupSettingValue, roles } from "@team-chat/contract";
import { remembered } from "@team-chat/register";

import type { Group } from "../../queries/groups/groups.ts";
import type { Registration } from "./registration.ts";

/** Tells what the caller may do, as clients read it of themselves. */
export function ownPermissions(registration: Registration): object {
  const { groups, own, permissions, settings, webPublicStreams } = registration;
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

/** Tells whether a group-setting value names the user, directly or through groups; `groups` is never changed. */
function isInGroup(userId: number, value: GroupSettingValue, groups: readonly Group[]): boolean {
  if (typeof value !== "number" && value.direct_members.includes(userId)) return true;
  const byId = remembered(groups, "by id", () => new Map(groups.map((one) => [one.id, one])));
  const pending = typeof value === "number" ? [value] : [...value.direct_subgroups];
  const seen = new Set<number>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const group = byId.get(id);
    if (group?.members.includes(userId) === true) return true;
    pending.push(...(group?.subgroups ?? []));
  }
  return false;
}
