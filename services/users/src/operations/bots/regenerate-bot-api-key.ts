import type { InputOf, OutputOf, regenerateBotApiKey as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { managedBot } from "../../policies/bots/bots.ts";
import { findAccount, loadAccount } from "../../queries/accounts/accounts.ts";
import { replaceKey } from "../../workflows/authentication/replace-key.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

/** Replaces the key of a bot that the caller manages. */
export function regenerateBotApiKey(
  ctx: Context,
  caller: Caller,
  { bot_id: id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  return changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const actor = await loadAccount(tx, realmId, caller.userId);
    const bot = managedBot(actor, await findAccount(tx, realmId, id));
    return { api_key: await replaceKey(await begin({ auth: true }), bot, null) };
  });
}
