import type { removeAuthenticatorApp as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkFactorFound } from "../../policies/second-factors/second-factors.ts";
import { deleteApp } from "../../queries/second-factors/second-factors.ts";
import { changeFactors } from "../../workflows/second-factors/change-factors.ts";
import { loadConfirmedSession } from "../../workflows/second-factors/load-own-session.ts";

/** Ends an authenticator app as a second factor (docs/behaviour/second-factors.md#the-page). */
export async function removeAuthenticatorApp(
  ctx: Context,
  _: Identity,
  input: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const session = await loadConfirmedSession(ctx, input);
  return changeFactors(ctx, session, async ({ tellByMail, tidy, tx }) => {
    checkFactorFound(await deleteApp(tx, session.own));
    await tidy();
    await tellByMail("appRemoved");
    return {};
  });
}
