import { type GroupSettingValue, groupPermissions, groupSettingValue } from "@team-chat/contract";

import type { Group, SystemGroupIds } from "../queries/groups.ts";

/** The permissions of a group as group-setting values. */
export function permissionsOf(
  group: Pick<Group, "settings" | "name">,
  systemGroups: SystemGroupIds,
): Readonly<Record<keyof typeof groupPermissions, GroupSettingValue>> {
  const entries = Object.entries(groupPermissions).map(([name, { default: initially }]) => {
    const value = group.settings[name];
    const fallback = systemGroups[initially];
    return [name, value === undefined ? fallback : groupSettingValue.parse(value)] as const;
  });
  return Object.fromEntries(entries) as Record<keyof typeof groupPermissions, GroupSettingValue>;
}
