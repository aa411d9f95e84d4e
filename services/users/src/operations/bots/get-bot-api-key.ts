import type { getBotApiKey as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { managedBot } from "../../policies/bots/bots.ts";
import { findAccount, loadAccount } from "../../queries/accounts/accounts.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";

/** Returns the key of a bot that the caller manages. */
export async function getBotApiKey(
  ctx: Context,
  caller: Caller,
  { bot_id: id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  const actor = await loadAccount(ctx.db, realmId, caller.userId);
  const { userId } = managedBot(actor, await findAccount(ctx.db, realmId, id));
  return { api_key: await loadApiKey(ctx.db, { realmId, userId }) };
}
