import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { keyHash, newKey } from "../../policies/authentication/api-keys.ts";
import { resetExpiry } from "../../policies/authentication/password-resets.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { deleteExpiredResets, insertReset } from "../../queries/authentication/password-resets.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";

/** Makes a link with which the account's password can be set, and returns it; of the token only a hash is kept. */
export async function issueResetLink(
  ctx: Context,
  tx: Transaction,
  { account, realm }: { readonly account: Account; readonly realm: RealmRow },
): Promise<string> {
  const token = newKey();
  const own = { realmId: realm.id, userId: account.userId };
  const nowMs = ctx.now();
  await deleteExpiredResets(tx, own, new Date(nowMs));
  await insertReset(tx, own, {
    tokenHash: keyHash(token),
    email: account.deliveryEmail,
    expiresAt: resetExpiry(nowMs),
  });
  return `${ctx.sites.urlOf(realm)}/accounts/password/reset/${token}`;
}
