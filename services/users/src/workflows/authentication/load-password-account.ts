import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import {
  checkAccountActive,
  checkRealmOpen,
  wrongCredentials,
} from "../../policies/authentication/login.ts";
import { checkPasswordsEnabled } from "../../policies/authentication/methods.ts";
import { checkPassword, isStrongPassword } from "../../policies/authentication/passwords.ts";
import { type Account, findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { findPasswordHash } from "../../queries/authentication/credentials.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { noteSignIn } from "./note-sign-in.ts";

interface Given {
  readonly username: string;
  readonly password: string;
}

/**
 * Loads the active account whose address and password are given (docs/behaviour/api.md#obtaining-a-key).
 * @throws REALM_DEACTIVATED, PASSWORD_AUTH_DISABLED, AUTHENTICATION_FAILED, USER_DEACTIVATED, PASSWORD_RESET_REQUIRED
 */
export async function loadPasswordAccount(
  ctx: Context,
  realmId: number,
  { password, username }: Given,
): Promise<Account> {
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  checkPasswordsEnabled(completeSettings(realm.settings));
  const account = await findAccountByEmail(ctx.db, realmId, username.trim());
  const ref = account === null ? null : { realmId, userId: account.userId };
  const hash = ref === null ? null : await findPasswordHash(ctx.db, ref);
  const isRight = await checkPassword(password, hash);
  if (account === null || !isRight) {
    const userId = account?.userId ?? null;
    await noteSignIn(ctx, { realmId, userId, method: "password", succeeded: false });
    throw wrongCredentials();
  }
  checkAccountActive(account);
  // Set by the operator, or when the rules were others; only who knows it is told.
  if (!isStrongPassword(password)) {
    throw new AppError(
      "PASSWORD_RESET_REQUIRED",
      "Your password has been disabled and needs to be reset",
    );
  }
  return account;
}
