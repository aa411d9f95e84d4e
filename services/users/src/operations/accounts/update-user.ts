import type { InputOf, updateUser as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { seen } from "../../policies/accounts/targets.ts";
import { findAccount, loadAccount } from "../../queries/accounts/accounts.ts";
import { applyUserUpdate } from "../../workflows/accounts/apply-user-update.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Changes another user, or a bot of the caller. */
export async function updateUser(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  const sees = await loadSees(ctx, caller);
  await changeRealm(ctx, caller.realm, async (prospect) => {
    const actor = await loadAccount(prospect.tx, realmId, caller.userId);
    const user = seen(await findAccount(prospect.tx, realmId, input.user_id), sees);
    await applyUserUpdate(prospect, { realmId, actor, user, wanted: input });
  });
  return {};
}
