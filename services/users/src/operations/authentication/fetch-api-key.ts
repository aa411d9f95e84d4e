import type { fetchApiKey as contract, InputOf, OutputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Anonymous } from "@team-chat/http";

import type { Context } from "../../context.ts";
import {
  checkAccountActive,
  checkedRealm,
  checkRealmOpen,
  wrongCredentials,
} from "../../policies/authentication/login.ts";
import { checkPassword, isStrongPassword } from "../../policies/authentication/passwords.ts";
import { findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { findPasswordHash, loadApiKey } from "../../queries/authentication/credentials.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";

type Input = InputOf<typeof contract>;
type Output = OutputOf<typeof contract>;

/** Fetches the key of the account whose address and password are given (docs/behaviour/api.md#obtaining-a-key). */
export async function fetchApiKey(ctx: Context, caller: Anonymous, input: Input): Promise<Output> {
  const realmId = checkedRealm(caller.realm).id;
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  if (completeSettings(realm.settings).authentication_methods["Email"] !== true) {
    throw new AppError(
      "PASSWORD_AUTH_DISABLED",
      "Password authentication is disabled in this organization",
    );
  }
  const account = await findAccountByEmail(ctx.db, realmId, input.username.trim());
  const ref = account === null ? null : { realmId, userId: account.userId };
  const hash = ref === null ? null : await findPasswordHash(ctx.db, ref);
  const isRight = await checkPassword(input.password, hash);
  if (account === null || ref === null || !isRight) throw wrongCredentials();
  checkAccountActive(account);
  // Set by the operator, or when the rules were others; only who knows it is told.
  if (!isStrongPassword(input.password)) {
    throw new AppError(
      "PASSWORD_RESET_REQUIRED",
      "Your password has been disabled and needs to be reset",
    );
  }
  const api_key = await loadApiKey(ctx.db, ref);
  return { api_key, email: account.deliveryEmail, user_id: account.userId };
}
