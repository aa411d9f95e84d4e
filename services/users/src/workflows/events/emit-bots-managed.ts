import { encodeAudience, roles } from "@team-chat/contract";

import { type Account, listBots } from "../../queries/accounts/accounts.ts";
import type { Change } from "../change.ts";
import { emitBotGone, emitBotTo } from "./emit-bot.ts";

/**
 * Tells somebody who became an administrator of the bots of others, and somebody who is none any more that they are
 * gone.
 */
export async function emitBotsManaged(
  change: Change,
  user: Account,
  roleBefore: number,
): Promise<void> {
  const was = roleBefore <= roles.administrator;
  const is = user.role <= roles.administrator;
  if (was === is || !user.isActive) return;
  for (const bot of await listBots(change.tx, change.realmId)) {
    if (bot.botOwnerId === user.userId) continue;
    if (is) await emitBotTo(change, bot, encodeAudience([user.userId]));
    else emitBotGone(change, bot, user.userId);
  }
}
