import { botTypes, type InputOf, type reactivateUser as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";

import { emitPresence } from "../changes/announce-presence.ts";
import { changeBotOwner } from "../changes/change-bot-owner.ts";
import { changeRealm } from "../changes/change-realm.ts";
import type { Change } from "../changes/change.ts";
import { everybodySeeing } from "../changes/everybody-seeing.ts";
import { replaceKey } from "../changes/replace-key.ts";
import { setActivity } from "../changes/set-activity.ts";
import type { Context } from "../context.ts";
import { checkMayCreateBot } from "../policies/bots.ts";
import { checkMayAdminister, seen } from "../policies/targets.ts";
import type { RealmPresence } from "../presence/realm-presence.ts";
import { completeSettings } from "../present/realm-values.ts";
import { type Account, findAccount, loadAccount } from "../queries/accounts.ts";
import { loadRealm } from "../queries/realms.ts";
import { checkReturningBotName } from "./check-bot-name-free.ts";
import { loadGroupWorld } from "./load-group-world.ts";
import { loadSees } from "./load-sight.ts";

/**
 * Lets a deactivated user or bot in again, with a new key; nothing happens when it is active. A bot whose owner is gone belongs to the
 * caller then.
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
    else await replaceKey(change, returned);
  });
  return {};
}

/** Nobody was shown when a deactivated user was last seen, so everybody is told now. */
async function tellPresence(change: Change, presence: RealmPresence, user: Account): Promise<void> {
  const { realmId, sights, tx } = change;
  const found = presence.find(user.userId);
  if (found === undefined) return;
  const { settings } = await loadRealm(tx, realmId);
  if (completeSettings(settings).presence_disabled) return;
  emitPresence(change, { user, seen: found }, everybodySeeing(sights, user));
}

/** A bot comes back only where one of its kind and name could be created. @throws BAD_REQUEST */
async function checkBotMayReturn(tx: Transaction, caller: Caller, bot: Account): Promise<void> {
  const { actor, permissions } = await loadGroupWorld(tx, caller);
  checkMayCreateBot(actor, bot.botType ?? botTypes.generic, permissions);
  await checkReturningBotName(tx, caller.realm.id, bot);
}

async function isActive(tx: Transaction, realmId: number, id: number | null): Promise<boolean> {
  const user = id === null ? null : await findAccount(tx, realmId, id);
  return user?.isActive === true;
}
