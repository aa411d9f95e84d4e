import type { InputOf, listUserGroups as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkNotGuest } from "../../policies/accounts/rights.ts";
import { listGroupsSince, loadSystemGroupIds } from "../../queries/groups/groups.ts";
import { presentGroups } from "../../workflows/groups/load-group-facts.ts";

/** Lists the groups of the organization, by id. */
export async function listUserGroups(
  ctx: Context,
  caller: Caller,
  { include_deactivated_groups: all }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  checkNotGuest(caller);
  const realmId = caller.realm.id;
  const systemGroups = await loadSystemGroupIds(ctx.db, realmId);
  const groups = (await listGroupsSince(ctx.db, realmId, 0)).filter(
    ({ deactivated }) => all || !deactivated,
  );
  return { user_groups: await presentGroups(ctx.db, realmId, { groups, systemGroups }) };
}
