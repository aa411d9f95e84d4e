import { roles } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { checkNotLastOwner } from "../../workflows/accounts/check-not-last-owner.ts";
import { deactivateWithBots } from "../../workflows/accounts/set-activity.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Locks the caller out at once, together with the caller's bots. */
export async function deactivateOwnUser(
  ctx: Context,
  caller: Caller,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const own = await loadAccount(tx, realmId, caller.userId);
    if (own.role === roles.owner) await checkNotLastOwner(tx, realmId);
    if (own.isActive) await deactivateWithBots(await begin({ auth: true }), own);
  });
  return {};
}
