import type { checkHalfSignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkedHalf, maxWrongCodes } from "../../policies/second-factors/second-factors.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { findHalfSignIn } from "../../queries/second-factors/half-sign-ins.ts";

/** Tells whose sign-in lacks the second factor (docs/behaviour/second-factors.md#logging-in). */
export async function checkHalfSignIn(
  ctx: Context,
  _: Identity,
  { realmId, token }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const given = { tokenHash: keyHash(token), now: new Date(ctx.now()), maxWrongCodes };
  const { userId } = checkedHalf(await findHalfSignIn(ctx.db, realmId, given));
  const { deliveryEmail } = await loadAccount(ctx.db, realmId, userId);
  return { userId, email: deliveryEmail };
}
