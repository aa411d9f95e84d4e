import type { Context } from "../../context.ts";
import {
  checkAccountActive,
  checkDevelopment,
  checkRealmOpen,
  wrongCredentials,
} from "../../policies/authentication/login.ts";
import { type Account, findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";

/**
 * Loads the active account with an address, without asking for its password.
 * @throws BAD_REQUEST unless the server runs in development mode; REALM_DEACTIVATED, AUTHENTICATION_FAILED,
 * USER_DEACTIVATED
 */
export async function loadDemoAccount(
  ctx: Context,
  realmId: number,
  username: string,
): Promise<Account> {
  checkDevelopment(ctx.mode);
  checkRealmOpen(await loadRealm(ctx.db, realmId));
  const account = await findAccountByEmail(ctx.db, realmId, username.trim());
  if (account === null) throw wrongCredentials();
  checkAccountActive(account);
  return account;
}
