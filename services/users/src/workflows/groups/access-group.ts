import { AppError } from "@team-chat/errors";

import {
  checkHoldsGroupPermission,
  type GroupPermissionName,
} from "../../policies/groups/user-groups.ts";
import { permissionsOf } from "../../present/group-permissions.ts";
import type { GroupHead } from "../../queries/groups/group-heads.ts";
import type { GroupWorld } from "./load-group-world.ts";

/** The group with the id, deactivated or not. @throws BAD_REQUEST when there is none */
export function accessGroup(id: number, { groups }: Pick<GroupWorld, "groups">): GroupHead {
  const group = groups.get(id);
  if (group === undefined) throw new AppError("BAD_REQUEST", "Invalid user group");
  return group;
}

/** The group, when the actor manages it or holds one of the other permissions. @throws BAD_REQUEST */
export function accessGroupToChange(
  id: number,
  world: GroupWorld,
  any: readonly GroupPermissionName[] = [],
): GroupHead {
  const group = accessGroup(id, world);
  const { isSystem } = group;
  const permissions = permissionsOf(group, world.systemGroups);
  const { managesAll, actor } = world;
  checkHoldsGroupPermission(actor, { isSystem, permissions }, { managesAll, any });
  return group;
}
