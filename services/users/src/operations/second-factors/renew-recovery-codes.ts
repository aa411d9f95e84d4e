import type { renewRecoveryCodes as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkFactorFound } from "../../policies/second-factors/second-factors.ts";
import { hasSecondFactor } from "../../queries/second-factors/second-factors.ts";
import { changeFactors } from "../../workflows/second-factors/change-factors.ts";
import { loadConfirmedSession } from "../../workflows/second-factors/load-own-session.ts";

/** Makes new recovery codes in place of all before (docs/behaviour/second-factors.md#recovery-codes). */
export async function renewRecoveryCodes(
  ctx: Context,
  _: Identity,
  input: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const session = await loadConfirmedSession(ctx, input);
  return changeFactors(ctx, session, async ({ renewCodes, tellByMail, tx }) => {
    checkFactorFound(await hasSecondFactor(tx, session.own));
    await tellByMail("codesRenewed");
    return { recoveryCodes: await renewCodes() };
  });
}
