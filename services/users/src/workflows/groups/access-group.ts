import { AppError } from "@team-chat/errors";

import {
  checkHoldsGroupPermission,
  type GroupPermissionName,
} from "../../policies/groups/user-groups.ts";
import { permissionsOf } from "../../present/group-permissions.ts";
import type { GroupHead } from "../../queries/groups/group-heads.ts";
import type { GroupFacts } from "./load-group-facts.ts";

/** Returns the group with the id, deactivated or not. @throws BAD_REQUEST when there is none */
export function accessGroup(id: number, { groups }: Pick<GroupFacts, "groups">): GroupHead {
  const group = groups.get(id);
  if (group === undefined) throw new AppError("BAD_REQUEST", "Invalid user group");
  return group;
}

/** Returns the group, when the actor manages it or holds one of the other permissions. @throws BAD_REQUEST */
export function accessGroupToChange(
  id: number,
  facts: GroupFacts,
  any: readonly GroupPermissionName[] = [],
): GroupHead {
  const group = accessGroup(id, facts);
  const { isSystem } = group;
  const permissions = permissionsOf(group, facts.systemGroups);
  const { managesAll, actor } = facts;
  checkHoldsGroupPermission(actor, { isSystem, permissions }, { managesAll, any });
  return group;
}
