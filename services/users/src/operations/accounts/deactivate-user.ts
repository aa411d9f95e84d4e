import { type deactivateUser as contract, type InputOf, roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkMayAdminister, checkOwner, existing, seen } from "../../policies/accounts/targets.ts";
import { findAccount, loadAccount } from "../../queries/accounts/accounts.ts";
import { checkNotLastOwner } from "../../workflows/accounts/check-not-last-owner.ts";
import { deactivateWithBots } from "../../workflows/accounts/set-activity.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Locks a user out at once, together with the user's bots. */
export async function deactivateUser(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  const sees = await loadSees(ctx, caller);
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const actor = await loadAccount(tx, realmId, caller.userId);
    const found = seen(await findAccount(tx, realmId, input.user_id), sees);
    const user = existing(found.isBot ? null : found);
    checkMayAdminister(actor, user);
    if (!user.isActive) throw new AppError("BAD_REQUEST", "User is deactivated");
    if (user.role === roles.owner) {
      checkOwner(actor);
      await checkNotLastOwner(tx, realmId);
    }
    await deactivateWithBots(await begin({ auth: true }), user);
  });
  return {};
}
