import { type Account, listBotsOf } from "../../queries/accounts/accounts.ts";
import { deleteEmailChange } from "../../queries/accounts/email-changes.ts";
import { deleteUnprovenAddress } from "../../queries/accounts/unproven-addresses.ts";
import { deletePassword } from "../../queries/authentication/credentials.ts";
import { deleteResets } from "../../queries/authentication/password-resets.ts";
import { deleteSecondFactors } from "../../queries/second-factors/second-factors.ts";
import type { Change } from "../change.ts";
import { replaceAllKeys } from "./replace-key.ts";

/**
 * Gives an account with an unproven address to whoever has just shown that the address is theirs. Somebody else may
 * have joined with it and waited for them, so every way in ends, to the account and to its bots
 * (docs/behaviour/users.md#unproven-addresses).
 */
export async function handOver(change: Change, account: Account): Promise<void> {
  const { realmId, tx } = change;
  const own = { realmId, userId: account.userId };
  await deleteUnprovenAddress(tx, own);
  await deletePassword(tx, own);
  await deleteResets(tx, own);
  await deleteEmailChange(tx, realmId, own.userId);
  await deleteSecondFactors(tx, own);
  await replaceAllKeys(change, account);
  for (const bot of await listBotsOf(tx, realmId, own.userId)) await replaceAllKeys(change, bot);
}
