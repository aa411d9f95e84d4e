import type { InputOf, updateUserByEmail as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { seen } from "../../policies/accounts/targets.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { applyUserUpdate } from "../../workflows/accounts/apply-user-update.ts";
import { loadAddressedUser } from "../../workflows/accounts/load-addressed-user.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Changes another user, or a bot of the caller, found by an address that the caller may know. */
export async function updateUserByEmail(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  const hostname = ctx.sites.hostnameOf(caller.realm.subdomain);
  const sees = await loadSees(ctx, caller);
  await changeRealm(ctx, caller.realm, async (prospect) => {
    const actor = await loadAccount(prospect.tx, realmId, caller.userId);
    const named = { email: input.email, hostname };
    const user = seen(await loadAddressedUser(prospect.tx, caller, named), sees);
    await applyUserUpdate(prospect, { realmId, actor, user, wanted: input });
  });
  return {};
}
