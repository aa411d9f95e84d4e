import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import { DirectoryFailure } from "../../domain/directory/directory-failure.ts";
import {
  checkAccountActive,
  checkRealmOpen,
  wrongCredentials,
} from "../../policies/authentication/login.ts";
import {
  checkAnyPasswordEnabled,
  takesDirectory,
  takesPasswords,
} from "../../policies/authentication/methods.ts";
import { checkPassword, isStrongPassword } from "../../policies/authentication/passwords.ts";
import { type Account, findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { findPasswordHash } from "../../queries/authentication/credentials.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { loadDirectoryAccount } from "./load-directory-account.ts";
import { noteSignIn } from "./note-sign-in.ts";

interface Given {
  readonly username: string;
  readonly password: string;
}

/** Account of somebody who has given a password, and whose password it was. */
export interface PasswordSignIn {
  readonly account: Account;
  readonly method: "ldap" | "password";
}

/**
 * Loads the active account whose address and password are given, or whose name and password in the organization's
 * directory (docs/behaviour/api.md#obtaining-a-key).
 * @throws REALM_DEACTIVATED, PASSWORD_AUTH_DISABLED, AUTHENTICATION_FAILED, USER_DEACTIVATED, PASSWORD_RESET_REQUIRED,
 * SERVICE_UNAVAILABLE
 */
export async function loadPasswordAccount(
  ctx: Context,
  realmId: number,
  { password, username: given }: Given,
): Promise<PasswordSignIn> {
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  const settings = completeSettings(realm.settings);
  checkAnyPasswordEnabled(settings, realm);
  const username = given.trim();
  const account = await findAccountByEmail(ctx.db, realmId, username);
  // The account's own password comes first, so that it is good also when the directory is away.
  const isOwn =
    takesPasswords(settings) && (await isPasswordOf(ctx, { account, password, realmId }));
  if (isOwn && account !== null) return { account: usable(account, password), method: "password" };
  const failed = { realmId, userId: account?.userId ?? null, succeeded: false };
  if (!takesDirectory(settings, realm)) {
    await noteSignIn(ctx, { ...failed, method: "password" });
    throw wrongCredentials();
  }
  const found = await askDirectory(ctx, realm, { password, username });
  if (found.account !== null) return { account: found.account, method: "ldap" };
  // Where accounts have passwords of their own, one of them may just have been tried: that counts as wrong.
  if (found.isAway && !takesPasswords(settings)) throw directoryAway("SERVICE_UNAVAILABLE");
  await noteSignIn(ctx, { ...failed, method: "ldap" });
  throw found.isAway ? directoryAway("AUTHENTICATION_FAILED") : wrongCredentials();
}

interface Trying {
  readonly realmId: number;
  readonly account: Account | null;
  readonly password: string;
}

async function isPasswordOf(
  { db }: Context,
  { account, password, realmId }: Trying,
): Promise<boolean> {
  const ref = account === null ? null : { realmId, userId: account.userId };
  return checkPassword(password, ref === null ? null : await findPasswordHash(db, ref));
}

/** @throws USER_DEACTIVATED, PASSWORD_RESET_REQUIRED */
function usable(account: Account, password: string): Account {
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

interface DirectoryAnswer {
  readonly account: Account | null;
  /** True if the directory could not be asked. */
  readonly isAway: boolean;
}

async function askDirectory(ctx: Context, realm: RealmRow, given: Given): Promise<DirectoryAnswer> {
  try {
    return { account: await loadDirectoryAccount(ctx, realm, given), isAway: false };
  } catch (error) {
    if (!(error instanceof DirectoryFailure)) throw error;
    ctx.log.warn({ realm: realm.id, reason: error.message }, "a directory could not be asked");
    return { account: null, isAway: true };
  }
}

function directoryAway(code: "AUTHENTICATION_FAILED" | "SERVICE_UNAVAILABLE"): AppError {
  return new AppError(
    code,
    "Your password could not be checked: the directory of your organization does not answer",
  );
}
