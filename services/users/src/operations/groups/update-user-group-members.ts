import type { InputOf, updateUserGroupMembers as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { changeGroupParts } from "../../workflows/groups/change-group-parts.ts";

/** Changes who is in a group and which groups are within it; people are told by the notification bot. */
export async function updateUserGroupMembers(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const { user_group_id: groupId, add, add_subgroups: addSubgroups } = input;
  const { delete: remove, delete_subgroups: removeSubgroups } = input;
  if (add.length + addSubgroups.length + remove.length + removeSubgroups.length === 0) {
    throw new AppError(
      "BAD_REQUEST",
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    );
  }
  await changeGroupParts(ctx, caller, { groupId, add, remove, addSubgroups, removeSubgroups });
  return {};
}
