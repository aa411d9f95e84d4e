import type { Context } from "../../context.ts";
import { keyHash, newKey } from "../../policies/authentication/api-keys.ts";
import { logInTokenMs } from "../../policies/authentication/sign-ins.ts";
import type { FollowUp } from "../../policies/second-factors/second-factors.ts";
import type { AccountRef } from "../../queries/accounts/account-lock.ts";
import { insertLogInToken } from "../../queries/authentication/log-in-tokens.ts";

/** Makes a token with which somebody who has proven who they are logs in once elsewhere, and returns it. */
export async function issueLogInToken(
  ctx: Context,
  own: AccountRef,
  { next, samlSession }: Pick<FollowUp, "next" | "samlSession">,
): Promise<string> {
  const token = newKey();
  const nowMs = ctx.now();
  const times = { now: new Date(nowMs), expiresAt: new Date(nowMs + logInTokenMs) };
  await ctx.db.transaction((tx) =>
    insertLogInToken(tx, own, { tokenHash: keyHash(token), next, samlSession, ...times }),
  );
  return token;
}
