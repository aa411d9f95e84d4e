import {
  groupCreator,
  groupPermissions,
  type GroupSettingValue,
  groupSettingValue,
} from "@team-chat/contract";

import { type GroupPermissionName, groupPermissionNames } from "../policies/groups/user-groups.ts";
import type { Group, SystemGroupIds } from "../queries/groups/groups.ts";

export type GroupPermissions = Readonly<Record<GroupPermissionName, GroupSettingValue>>;

/** Returns the permissions of a group as group-setting values, as they are stored or else at first. */
export function permissionsOf(
  group: Pick<Group, "settings" | "isSystem" | "creatorId">,
  systemGroups: SystemGroupIds,
): GroupPermissions {
  const entries = groupPermissionNames.map((name) => {
    const stored = group.settings[name];
    return [
      name,
      stored === undefined
        ? initialValue(name, group, systemGroups)
        : groupSettingValue.parse(stored),
    ] as const;
  });
  return Object.fromEntries(entries) as Record<GroupPermissionName, GroupSettingValue>;
}

function initialValue(
  name: GroupPermissionName,
  { isSystem, creatorId }: Pick<Group, "isSystem" | "creatorId">,
  systemGroups: SystemGroupIds,
): GroupSettingValue {
  const { default: initially } = groupPermissions[name];
  if (isSystem) return systemGroups["role:nobody"];
  if (initially !== groupCreator) return systemGroups[initially];
  return creatorId === null
    ? systemGroups["role:nobody"]
    : { direct_members: [creatorId], direct_subgroups: [] };
}
