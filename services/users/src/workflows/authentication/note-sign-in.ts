import { authored, note } from "@team-chat/audit";
import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";

interface Try {
  readonly realmId: number;
  /** Null when nobody has the name that was given. */
  readonly userId: number | null;
  readonly method:
    | "jwt"
    | "ldap"
    | "openid"
    | "remote_user"
    | "saml"
    | "passkey"
    | "password"
    | "second_factor";
  readonly succeeded: boolean;
}

/**
 * Writes into the audit log that somebody has signed in, or has failed to. Of an unknown name it writes as much, so
 * that nobody can tell by the time; not the name, which may be a password that was typed into the wrong field.
 */
export async function noteSignIn(
  { db }: Context,
  { method, realmId, succeeded, userId }: Try,
): Promise<void> {
  const key = userId === null ? {} : { user_id: userId };
  const tried = { realmId, object: "sign_in", key, after: { method, succeeded } };
  await authored(db, (tx) => note(tx, tried), succeeded ? key : {});
}

/**
 * Signs somebody in for whom somebody else vouches, and writes into the audit log when that fails as a wrong password
 * does. Who it was to be is not known. @throws what `signIn` throws
 */
export async function notedSignIn<T>(
  ctx: Context,
  tried: Pick<Try, "method" | "realmId">,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof AppError && error.code === "AUTHENTICATION_FAILED")
      await noteSignIn(ctx, { ...tried, userId: null, succeeded: false });
    throw error;
  }
}
