import type { InputOf, reactivateUser as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import { changeRealm } from "../changes/change-realm.ts";
import { setActivity } from "../changes/set-activity.ts";
import type { Context } from "../context.ts";
import { checkMayAdminister, existing } from "../policies/targets.ts";
import { findAccount, loadAccount } from "../queries/accounts.ts";

/** Lets a deactivated user or bot in again; nothing happens when it is active. */
export async function reactivateUser(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const actor = await loadAccount(tx, realmId, caller.userId);
    const user = existing(await findAccount(tx, realmId, input.user_id));
    checkMayAdminister(actor, user);
    if (!user.isActive) await setActivity(await begin({ auth: true }), user, true);
  });
  return {};
}
