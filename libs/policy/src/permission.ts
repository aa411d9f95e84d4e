import type { ChannelRecord, GroupSettingValue } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import { type ChannelPermission, channelPermissions } from "./channel-permissions.ts";
import { type Actor, isGuest } from "./roles.ts";

/** Tells whether a group-setting value names the user, directly or through groups within groups. */
export function holdsPermission(
  user: Pick<Actor, "id">,
  value: GroupSettingValue,
  users: UserDirectory,
): boolean {
  if (typeof value === "number") return users.membersOf(value).has(user.id);
  return (
    value.direct_members.includes(user.id) ||
    value.direct_subgroups.some((groupId) => users.membersOf(groupId).has(user.id))
  );
}

/** A user, a channel's permission, and the directory that knows the groups. */
export interface PermissionQuestion {
  readonly channel: Pick<ChannelRecord, "permissions">;
  readonly name: ChannelPermission;
  readonly users: UserDirectory;
}

/**
 * Tells whether the user holds one of the channel's permissions by its group setting alone. Extra rights of
 * administrators, and the organization's settings of the same name, are the caller's business. Guests never hold
 * permissions that exclude them, even if listed.
 */
export function holdsChannelPermission(
  user: Actor,
  { channel, name, users }: PermissionQuestion,
): boolean {
  if (!channelPermissions[name].guests && isGuest(user)) return false;
  const value = channel.permissions[name];
  return value !== undefined && holdsPermission(user, value, users);
}
