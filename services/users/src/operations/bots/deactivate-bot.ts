import type { deactivateBot as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { managedBot } from "../../policies/bots/bots.ts";
import { findAccount, loadAccount } from "../../queries/accounts/accounts.ts";
import { setActivity } from "../../workflows/accounts/set-activity.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Locks a bot out that the caller manages; nothing happens when it is deactivated already. */
export async function deactivateBot(
  ctx: Context,
  caller: Caller,
  { bot_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const actor = await loadAccount(tx, realmId, caller.userId);
    const bot = managedBot(actor, await findAccount(tx, realmId, id));
    if (bot.isActive) await setActivity(await begin({ auth: true }), bot, false);
  });
  return {};
}
