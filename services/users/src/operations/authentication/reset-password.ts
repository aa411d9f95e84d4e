import type { resetPassword as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkRealmOpen } from "../../policies/authentication/login.ts";
import { checkPasswordsEnabled } from "../../policies/authentication/methods.ts";
import { checkedResetOwner } from "../../policies/authentication/password-resets.ts";
import { hashPassword, isStrongPassword } from "../../policies/authentication/passwords.ts";
import { letterHead } from "../../present/letter-head.ts";
import { passwordChangedLetter } from "../../present/letters.ts";
import { loadAccount, updateAccount } from "../../queries/accounts/accounts.ts";
import { insertMail } from "../../queries/accounts/mail.ts";
import { hasUnprovenAddress } from "../../queries/accounts/unproven-addresses.ts";
import { upsertPassword } from "../../queries/authentication/credentials.ts";
import { deleteResets, findResetOwner } from "../../queries/authentication/password-resets.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { endSessions } from "../../workflows/authentication/end-sessions.ts";
import { handOver } from "../../workflows/authentication/hand-over.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Sets a password by a link, which works once (docs/behaviour/passwords.md#setting-the-password). */
export async function resetPassword(
  ctx: Context,
  _: Identity,
  { password, realmId, token }: Input,
): Promise<Output> {
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  checkPasswordsEnabled(completeSettings(realm.settings));
  const link = { tokenHash: keyHash(token), now: new Date(ctx.now()) };
  // Hashing is costly and anybody may ask, so the link is looked at before; what holds is decided in the transaction.
  checkedResetOwner(await findResetOwner(ctx.db, realmId, link));
  if (!isStrongPassword(password)) throw new AppError("BAD_REQUEST", "The password is too weak.");
  const hash = await hashPassword(password);
  return changeRealm(ctx, realm, async ({ tx, begin }) => {
    const { email, userId } = checkedResetOwner(await findResetOwner(tx, realmId, link));
    const own = { realmId, userId };
    const change = await begin({ auth: true });
    const account = await loadAccount(tx, realmId, userId);
    if (await hasUnprovenAddress(tx, own)) await handOver(change, account);
    await upsertPassword(tx, own, hash);
    await deleteResets(tx, own);
    await updateAccount(tx, own, { change: {}, versions: change.versions });
    await endSessions(change, userId, undefined);
    const letter = passwordChangedLetter(letterHead(ctx.sites, realm, account));
    await insertMail(tx, realmId, { recipient: email, ...letter });
    return { email };
  });
}
