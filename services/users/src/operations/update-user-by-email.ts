import type { InputOf, updateUserByEmail as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import { changeRealm } from "../changes/change-realm.ts";
import type { Context } from "../context.ts";
import { loadAccount } from "../queries/accounts.ts";
import { applyUserUpdate } from "./apply-user-update.ts";
import { loadAddressedUser } from "./load-addressed-user.ts";

/** Changes another user, or a bot of the caller, found by an address that the caller may know. */
export async function updateUserByEmail(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  const hostname = ctx.sites.hostnameOf(caller.realm.subdomain);
  await changeRealm(ctx, caller.realm, async (prospect) => {
    const actor = await loadAccount(prospect.tx, realmId, caller.userId);
    const user = await loadAddressedUser(prospect.tx, caller, { email: input.email, hostname });
    await applyUserUpdate(prospect, { realmId, actor, user, wanted: input });
  });
  return {};
}
