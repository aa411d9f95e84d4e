import { botTypes, type InputOf, type reactivateUser as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { checkMayAdminister, seen } from "../../policies/accounts/targets.ts";
import { checkMayCreateBot } from "../../policies/bots/bots.ts";
import { type Account, findAccount, loadAccount } from "../../queries/accounts/accounts.ts";
import { setActivity } from "../../workflows/accounts/set-activity.ts";
import { tellPresence } from "../../workflows/authentication/reactivate.ts";
import { replaceKey } from "../../workflows/authentication/replace-key.ts";
import { changeBotOwner } from "../../workflows/bots/change-bot-owner.ts";
import { checkReturningBotName } from "../../workflows/bots/check-bot-name-free.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { loadGroupFacts } from "../../workflows/groups/load-group-facts.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/**
 * Lets a deactivated user or bot in again, with a new key; nothing happens when it is active. A bot whose owner is gone
 * belongs to the caller then.
 */
export async function reactivateUser(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  const presence = await ctx.presence.of(realmId);
  const sees = await loadSees(ctx, caller);
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const actor = await loadAccount(tx, realmId, caller.userId);
    const user = seen(await findAccount(tx, realmId, input.user_id), sees);
    checkMayAdminister(actor, user);
    if (user.isActive) return;
    if (user.isBot) await checkBotMayReturn(tx, caller, user);
    const change = await begin({ auth: true });
    await setActivity(change, user, true);
    await tellPresence(change, presence, user);
    const returned = { ...user, isActive: true };
    if (user.isBot && !(await isActive(tx, realmId, user.botOwnerId)))
      await changeBotOwner(change, returned, actor);
    else await replaceKey(change, returned, null);
  });
  return {};
}

/** Checks that a bot of its kind and name could be created, as otherwise it may not come back. @throws BAD_REQUEST */
async function checkBotMayReturn(tx: Transaction, caller: Caller, bot: Account): Promise<void> {
  const { actor, permissions } = await loadGroupFacts(tx, caller);
  checkMayCreateBot(actor, bot.botType ?? botTypes.generic, permissions);
  await checkReturningBotName(tx, caller.realm.id, bot);
}

async function isActive(tx: Transaction, realmId: number, id: number | null): Promise<boolean> {
  const user = id === null ? null : await findAccount(tx, realmId, id);
  return user?.isActive === true;
}
