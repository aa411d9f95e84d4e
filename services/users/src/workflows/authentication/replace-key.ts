import { encodeAudience } from "@team-chat/contract";

import { type Account, updateAccount } from "../../queries/accounts/accounts.ts";
import { deleteNamedKeys } from "../../queries/authentication/named-keys.ts";
import { deleteSessions } from "../../queries/authentication/sessions.ts";
import { giveNewKey } from "../accounts/add-account.ts";
import type { Change } from "../change.ts";
import { emitBotUpdated } from "../events/emit-bot.ts";

/**
 * Gives an existing account a new key, ends its sessions but the one given, tells those who manage a bot of its, and
 * returns the key; for the old one see `endKey`.
 */
export async function replaceKey(
  change: Change,
  user: Account,
  keptSessionId: number | null,
): Promise<string> {
  const key = await endKey(change, user);
  const { realmId, tx } = change;
  await deleteSessions(tx, { realmId, userId: user.userId }, keptSessionId);
  if (user.isBot) await emitBotUpdated(change, user, { api_key: key });
  return key;
}

/** Does what `replaceKey` does for somebody who may have lost everything, and ends the account's further keys too. */
export async function replaceAllKeys(change: Change, user: Account): Promise<string> {
  await deleteNamedKeys(change.tx, { realmId: change.realmId, userId: user.userId });
  return replaceKey(change, user, null);
}

/**
 * Gives an existing account a new key and returns it; from the commit on the old one is refused everywhere, and its
 * queues end.
 */
export async function endKey(change: Change, user: Account): Promise<string> {
  const { tx, realmId, versions } = change;
  const key = await giveNewKey(change, user.userId);
  await updateAccount(tx, { realmId, userId: user.userId }, { change: {}, versions });
  change.emit({
    audience: encodeAudience([]),
    event: { type: "api_key_replaced", user_id: user.userId },
  });
  return key;
}
