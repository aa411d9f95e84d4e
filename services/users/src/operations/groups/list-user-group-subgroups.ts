import type { InputOf, listUserGroupSubgroups as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkNotGuest } from "../../policies/accounts/rights.ts";
import { withSubgroups } from "../../policies/groups/user-groups.ts";
import { listGroupHeads } from "../../queries/groups/group-heads.ts";
import { accessGroup } from "../../workflows/groups/access-group.ts";

/** Lists the groups within a group. */
export async function listUserGroupSubgroups(
  ctx: Context,
  caller: Caller,
  { user_group_id: id, direct_subgroup_only: direct }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  checkNotGuest(caller);
  const heads = await listGroupHeads(ctx.db, caller.realm.id);
  const groups = new Map(heads.map((head) => [head.id, head]));
  const { subgroups } = accessGroup(id, { groups });
  const ids = direct ? subgroups : [...withSubgroups(subgroups, groups)];
  return { subgroups: ids.toSorted((a, b) => a - b) };
}
