import type { getIsUserGroupMember as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkNotGuest } from "../../policies/accounts/rights.ts";
import { existing } from "../../policies/accounts/targets.ts";
import { withSubgroups } from "../../policies/groups/user-groups.ts";
import { findAccount } from "../../queries/accounts/accounts.ts";
import { listGroupHeads } from "../../queries/groups/group-heads.ts";
import { listGroupIdsOf } from "../../queries/groups/groups.ts";
import { accessGroup } from "../../workflows/groups/access-group.ts";

/** Tells whether somebody is in a group; a deactivated user is in none. */
export async function getIsUserGroupMember(
  ctx: Context,
  caller: Caller,
  { user_group_id: id, user_id: userId, direct_member_only: direct }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  checkNotGuest(caller);
  const realmId = caller.realm.id;
  const heads = await listGroupHeads(ctx.db, realmId);
  const groups = new Map(heads.map((head) => [head.id, head]));
  accessGroup(id, { groups });
  const { isActive } = existing(await findAccount(ctx.db, realmId, userId));
  const within = direct ? new Set([id]) : withSubgroups([id], groups);
  const own = await listGroupIdsOf(ctx.db, realmId, userId);
  return { is_user_group_member: isActive && own.some((groupId) => within.has(groupId)) };
}
