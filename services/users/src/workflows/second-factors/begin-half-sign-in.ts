import type { Context } from "../../context.ts";
import { keyHash, newKey } from "../../policies/authentication/api-keys.ts";
import {
  type FollowUp,
  halfSignInMs,
  maxHalfSignIns,
} from "../../policies/second-factors/second-factors.ts";
import type { AccountRef } from "../../queries/accounts/account-lock.ts";
import { insertHalfSignIn } from "../../queries/second-factors/half-sign-ins.ts";
import { changeOwn } from "../change-own.ts";

/** Begins a sign-in of somebody who has not given the second factor, and returns the token for the browser. */
export async function beginHalfSignIn(
  ctx: Context,
  { realmId, userId }: AccountRef,
  followUp: FollowUp,
): Promise<string> {
  const token = newKey();
  const sealedFollowUp = await ctx.signIns.texts.seal(followUp);
  const nowMs = ctx.now();
  const times = { now: new Date(nowMs), expiresAt: new Date(nowMs + halfSignInMs) };
  const half = { tokenHash: keyHash(token), sealedFollowUp, most: maxHalfSignIns, ...times };
  await changeOwn(ctx, { realm: { id: realmId }, userId }, ({ own, tx }) =>
    insertHalfSignIn(tx, own, half),
  );
  return token;
}
