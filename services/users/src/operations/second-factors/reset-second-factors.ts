import { type InputOf, type resetSecondFactors as contract, roles } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkMayAdminister, checkOwner, existing, seen } from "../../policies/accounts/targets.ts";
import { findAccount, loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { resetFactors } from "../../workflows/second-factors/reset-factors.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Removes the second factors of somebody who has lost them (docs/behaviour/second-factors.md#administration). */
export async function resetSecondFactors(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realm = await loadRealm(ctx.db, caller.realm.id);
  const sees = await loadSees(ctx, caller);
  await resetFactors(ctx, realm, async (tx) => {
    const actor = await loadAccount(tx, realm.id, caller.userId);
    const found = seen(await findAccount(tx, realm.id, input.user_id), sees);
    const user = existing(found.isBot ? null : found);
    checkMayAdminister(actor, user);
    if (user.role === roles.owner) checkOwner(actor);
    return user;
  });
  return {};
}
