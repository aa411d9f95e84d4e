import type { Group, SystemGroupIds } from "../queries/groups.ts";
import { permissionsOf } from "./group-permissions.ts";

/** A user group as clients see it (reference/behaviour.md §8.1). */
export function presentGroup(group: Group, systemGroups: SystemGroupIds): Record<string, unknown> {
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
    ...permissionsOf(group, systemGroups),
  };
}
