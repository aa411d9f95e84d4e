import { type deactivateUser as contract, type InputOf, roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";

import { changeRealm } from "../changes/change-realm.ts";
import { deactivateWithBots } from "../changes/set-activity.ts";
import type { Context } from "../context.ts";
import { checkMayAdminister, checkOwner, existing } from "../policies/targets.ts";
import { countActiveHumans, findAccount, loadAccount } from "../queries/accounts.ts";

/** Locks a user out at once, together with the user's bots. */
export async function deactivateUser(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const actor = await loadAccount(tx, realmId, caller.userId);
    const found = existing(await findAccount(tx, realmId, input.user_id));
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

async function checkNotLastOwner(tx: Transaction, realmId: number): Promise<void> {
  if ((await countActiveHumans(tx, realmId, roles.owner)) > 1) return;
  throw new AppError(
    "CANNOT_DEACTIVATE_LAST_USER",
    "Cannot deactivate the only organization owner.",
    { details: { is_last_owner: true, entity: "organization owner" } },
  );
}
