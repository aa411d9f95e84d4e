import type { InputOf, updateUserGroupSubgroups as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { changeGroupParts } from "../../workflows/groups/change-group-parts.ts";

/** Changes which groups are within a group. */
export async function updateUserGroupSubgroups(
  ctx: Context,
  caller: Caller,
  { user_group_id: groupId, add: addSubgroups, delete: removeSubgroups }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  if (addSubgroups.length + removeSubgroups.length === 0)
    throw new AppError("BAD_REQUEST", 'Nothing to do. Specify at least one of "add" or "delete".');
  await changeGroupParts(ctx, caller, {
    groupId,
    add: [],
    remove: [],
    addSubgroups,
    removeSubgroups,
  });
  return {};
}
