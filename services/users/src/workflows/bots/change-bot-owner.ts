import { encodeAudience, roles } from "@team-chat/contract";

import { type Account, listActiveIds, updateAccount } from "../../queries/accounts/accounts.ts";
import { deleteNamedKeys } from "../../queries/authentication/named-keys.ts";
import { endKey } from "../authentication/replace-key.ts";
import type { Change } from "../change.ts";
import { emitBotGone, emitBotTo } from "../events/emit-bot.ts";
import { emitUserUpdated } from "../events/emit-user.ts";

/**
 * Gives a bot to somebody else: the old owner manages it no longer, the new one does, and everybody knows whose it is.
 * Its keys end, because a bot may write wherever its owner may, and the old owner knows them. The token of its
 * webhook stays (docs/behaviour/bots.md#changing-bots).
 */
export async function changeBotOwner(change: Change, bot: Account, owner: Account): Promise<void> {
  const { tx, realmId, versions } = change;
  const { userId } = bot;
  const ref = { realmId, userId };
  await updateAccount(tx, ref, { change: { botOwnerId: owner.userId }, versions });
  await deleteNamedKeys(tx, ref);
  const apiKey = await endKey(change, bot);
  const administrators = await listActiveIds(tx, realmId, roles.administrator);
  const before = bot.botOwnerId;
  if (before !== null && !administrators.includes(before)) emitBotGone(change, bot, before);
  for (const changed of [{ owner_id: owner.userId }, { api_key: apiKey }])
    change.emit({
      audience: encodeAudience(administrators),
      event: { type: "realm_bot", op: "update", bot: { user_id: userId, ...changed } },
    });
  if (!administrators.includes(owner.userId)) {
    const given = { ...bot, botOwnerId: owner.userId };
    await emitBotTo(change, given, encodeAudience([owner.userId]));
  }
  emitUserUpdated(change, bot, { bot_owner_id: owner.userId });
}
