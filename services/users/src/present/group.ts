import type { userGroupObject } from "@team-chat/contract";
import type { z } from "zod";

import { activeGroupSetting } from "../policies/groups/group-setting.ts";
import { type GroupPermissionName, groupPermissionNames } from "../policies/groups/user-groups.ts";
import type { Group, SystemGroupIds } from "../queries/groups/groups.ts";
import { type GroupPermissions, permissionsOf } from "./group-permissions.ts";

/** Data that groups are written with. */
export interface GroupForm {
  readonly systemGroups: SystemGroupIds;
  /** Of the users that permissions of the groups name, those who are active. */
  readonly activeIds: ReadonlySet<number>;
}

/** Presents a user group as clients see it (docs/behaviour/groups.md#user-group-object). */
export function presentGroup(group: Group, form: GroupForm): z.output<typeof userGroupObject> {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    creator_id: group.creatorId,
    date_created: Math.floor(group.createdAt.getTime() / 1000),
    members: group.members,
    direct_subgroup_ids: group.subgroups,
    is_system_group: group.isSystem,
    deactivated: group.deactivated,
    ...presentPermissions(group, form),
  };
}

/** Presents the group's permissions as clients see them: without deactivated users. */
export function presentPermissions(
  group: Pick<Group, "settings" | "isSystem" | "creatorId">,
  { systemGroups, activeIds }: GroupForm,
): GroupPermissions {
  const stored = permissionsOf(group, systemGroups);
  const nobody = systemGroups["role:nobody"];
  const entries = groupPermissionNames.map((name) => [
    name,
    activeGroupSetting(stored[name], { activeIds, nobody }),
  ]);
  return Object.fromEntries(entries) as Record<
    GroupPermissionName,
    GroupPermissions[GroupPermissionName]
  >;
}
