import type { InputOf, listUserGroupMembers as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkNotGuest } from "../../policies/accounts/rights.ts";
import { withSubgroups } from "../../policies/groups/user-groups.ts";
import { listGroupHeads, listMembersOf } from "../../queries/groups/group-heads.ts";
import { accessGroup } from "../../workflows/groups/access-group.ts";

/** Lists the members of a group. */
export async function listUserGroupMembers(
  ctx: Context,
  caller: Caller,
  { user_group_id: id, direct_member_only: direct }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  checkNotGuest(caller);
  const heads = await listGroupHeads(ctx.db, caller.realm.id);
  const groups = new Map(heads.map((head) => [head.id, head]));
  accessGroup(id, { groups });
  const within = direct ? [id] : [...withSubgroups([id], groups)];
  return { members: [...(await listMembersOf(ctx.db, caller.realm.id, within))] };
}
