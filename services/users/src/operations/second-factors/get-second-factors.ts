import type { getSecondFactors as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { isOverdue } from "../../policies/second-factors/requirement.ts";
import { countRecoveryCodes, findApp } from "../../queries/second-factors/second-factors.ts";
import { findDeadline } from "../../workflows/second-factors/find-deadline.ts";
import { loadOwnSession } from "../../workflows/second-factors/load-own-session.ts";

/** Tells somebody which second factors they have (docs/behaviour/second-factors.md#the-page). */
export async function getSecondFactors(
  ctx: Context,
  _: Identity,
  input: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const session = await loadOwnSession(ctx, input);
  const { account, isRecent, own, passwordHash } = session;
  const app = await findApp(ctx.db, own);
  const deadline = await findDeadline(ctx.db, own);
  return {
    userId: own.userId,
    email: account.deliveryEmail,
    confirmedBy: passwordHash === null ? "recent_sign_in" : "password",
    mayChange: passwordHash !== null || isRecent,
    appSince: app && Math.floor(app.createdAt.getTime() / 1000),
    recoveryCodes: await countRecoveryCodes(ctx.db, own),
    ...(deadline === null ? {} : { requiredBy: Math.floor(deadline / 1000) }),
    isOverdue: isOverdue(deadline, ctx.now()),
  };
}
