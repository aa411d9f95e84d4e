import { type deactivateUser as contract, type InputOf, roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import { changeRealm } from "../changes/change-realm.ts";
import { deactivateWithBots } from "../changes/set-activity.ts";
import type { Context } from "../context.ts";
import { checkMayAdminister, checkOwner, existing, seen } from "../policies/targets.ts";
import { findAccount, loadAccount } from "../queries/accounts.ts";
import { checkNotLastOwner } from "./check-not-last-owner.ts";
import { loadSees } from "./load-sight.ts";

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
