import type { deleteUserGroup as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { deactivateUserGroup } from "./deactivate-user-group.ts";

/** Deactivates a group, which older clients call deleting: groups are kept, because messages mention them. */
export function deleteUserGroup(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  return deactivateUserGroup(ctx, caller, input);
}
