import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkRealmOpen } from "../../policies/authentication/login.ts";
import { takesPasswords } from "../../policies/authentication/methods.ts";
import { checkPassword } from "../../policies/authentication/passwords.ts";
import { oldestUse } from "../../policies/authentication/sessions.ts";
import { checkConfirmed, isRecent } from "../../policies/second-factors/second-factors.ts";
import type { AccountRef } from "../../queries/accounts/account-lock.ts";
import { type Account, loadAccount } from "../../queries/accounts/accounts.ts";
import { findPasswordHash } from "../../queries/authentication/credentials.ts";
import { findSessionOwner } from "../../queries/authentication/sessions.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";

interface SessionToken {
  readonly realmId: number;
  readonly token: string;
}

/** Person at a page that changes how they get in. */
export interface OwnSession {
  readonly realm: RealmRow;
  readonly own: AccountRef;
  readonly account: Account;
  /** Null when there is no password to confirm a change with. */
  readonly passwordHash: string | null;
  /** True right after the sign-in. */
  readonly isRecent: boolean;
}

/**
 * Loads whose session a page is looked at with.
 * @throws UNAUTHORIZED when it has ended; REALM_DEACTIVATED
 */
export async function loadOwnSession(
  ctx: Context,
  { realmId, token }: SessionToken,
): Promise<OwnSession> {
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  const usedAfter = oldestUse(ctx.now());
  const found = await findSessionOwner(ctx.db, realmId, { tokenHash: keyHash(token), usedAfter });
  if (found === null) throw new AppError("UNAUTHORIZED", "Not logged in: the session has ended");
  const own = { realmId, userId: found.userId };
  const account = await loadAccount(ctx.db, realmId, found.userId);
  const isTaken = takesPasswords(completeSettings(realm.settings));
  const passwordHash = isTaken ? await findPasswordHash(ctx.db, own) : null;
  return { realm, own, account, passwordHash, isRecent: isRecent(found.createdAt, ctx.now()) };
}

/**
 * Loads whose session a change is made with, and has it confirmed: by the password, or for people without one by having
 * signed in right before (docs/behaviour/second-factors.md#changes-are-confirmed).
 * @throws UNAUTHORIZED, REALM_DEACTIVATED, AUTHENTICATION_FAILED
 */
export async function loadConfirmedSession(
  ctx: Context,
  { password, ...session }: SessionToken & { readonly password: string },
): Promise<OwnSession> {
  const found = await loadOwnSession(ctx, session);
  if (found.passwordHash === null) checkConfirmed(found.isRecent, "recent_sign_in");
  else checkConfirmed(await checkPassword(password, found.passwordHash), "password");
  return found;
}
