import type { GroupSettingValue } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type ChannelPermission, channelPermissions } from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

/**
 * Returns a channel permission's new value in normal form, which is how it is stored.
 * @throws BAD_REQUEST (docs/behaviour/groups.md#group-settings)
 */
export function checkGroupSetting(
  name: ChannelPermission,
  value: GroupSettingValue,
  users: UserDirectory,
): GroupSettingValue {
  if (typeof value === "number") {
    checkGroup(name, value, { users, unknown: "Invalid user group" });
    return value;
  }
  for (const id of value.direct_members)
    if (users.users.get(id)?.isActive !== true)
      throw new AppError("BAD_REQUEST", `Invalid user ID: ${id}`);
  for (const id of value.direct_subgroups)
    checkGroup(name, id, { users, unknown: `Invalid user group ID: ${id}` });
  return normalizeGroupSetting(value, users);
}

/** Returns the one form of all that mean the same: sorted, a single group as its id, nobody at all as `role:nobody`. */
export function normalizeGroupSetting(
  value: GroupSettingValue,
  users: UserDirectory,
): GroupSettingValue {
  if (typeof value === "number") return value;
  const members = sortedUnique(value.direct_members);
  const subgroups = sortedUnique(value.direct_subgroups);
  const [onlyGroup] = subgroups;
  if (members.length > 0 || subgroups.length > 1)
    return { direct_members: members, direct_subgroups: subgroups };
  return onlyGroup ?? systemGroupId("role:nobody", users);
}

/** Returns the value as clients see it: without deactivated users. */
export function withoutInactive(value: GroupSettingValue, users: UserDirectory): GroupSettingValue {
  if (typeof value === "number") return value;
  return {
    direct_members: value.direct_members.filter((id) => users.users.get(id)?.isActive === true),
    direct_subgroups: value.direct_subgroups,
  };
}

/** Tells whether two values in normal form are equal. */
export function sameGroupSetting(a: GroupSettingValue, b: GroupSettingValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the id of a system group, which every organization has. */
export function systemGroupId(name: string, users: UserDirectory): number {
  const group = users.findGroupByName(name);
  if (!group) throw new Error(`The organization has no group ${name}.`);
  return group.id;
}

function checkGroup(
  name: ChannelPermission,
  id: number,
  { users, unknown }: { readonly users: UserDirectory; readonly unknown: string },
): void {
  const group = users.groups.get(id);
  if (!group) throw new AppError("BAD_REQUEST", unknown);
  if (group.deactivated) throw new AppError("BAD_REQUEST", "User group is deactivated.");
  const refused =
    group.name === "role:internet" ||
    (group.name === "role:everyone" && !channelPermissions[name].guests);
  if (refused) {
    throw new AppError("BAD_REQUEST", `'${name}' setting cannot be set to '${group.name}' group.`);
  }
}

function sortedUnique(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
