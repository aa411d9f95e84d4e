import type { deactivateUserGroup as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { deactivateUnusedGroup } from "../../workflows/groups/deactivate-unused-group.ts";
import { loadGroupFacts } from "../../workflows/groups/load-group-facts.ts";

/**
 * Deactivates a group that the caller manages and nothing uses.
 * @throws CANNOT_DEACTIVATE_GROUP_IN_USE (docs/behaviour/groups.md#deactivating-groups), SERVICE_UNAVAILABLE when
 * others claimed it all the time
 */
export async function deactivateUserGroup(
  ctx: Context,
  caller: Caller,
  { user_group_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  await deactivateUnusedGroup(ctx, caller.realm, {
    id,
    loadFacts: (db) => loadGroupFacts(db, caller),
  });
  return {};
}
