import type { addAuthenticatorApp as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import {
  appOffer,
  checkedOffer,
  checkedStep,
  checkNoApp,
  findStep,
  normaliseCode,
} from "../../policies/second-factors/second-factors.ts";
import {
  countRecoveryCodes,
  findApp,
  insertApp,
} from "../../queries/second-factors/second-factors.ts";
import { changeFactors } from "../../workflows/second-factors/change-factors.ts";
import { loadConfirmedSession } from "../../workflows/second-factors/load-own-session.ts";

/** Makes an authenticator app a second factor (docs/behaviour/second-factors.md#authenticator-apps). */
export async function addAuthenticatorApp(
  ctx: Context,
  _: Identity,
  { code, sealedOffer, ...input }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const session = await loadConfirmedSession(ctx, input);
  const nowMs = ctx.now();
  const offer = await ctx.signIns.texts.open(sealedOffer, appOffer);
  const secret = checkedOffer(offer, { ...session.own, nowMs });
  const lastStep = checkedStep(findStep({ secret, code: normaliseCode(code), nowMs }));
  const sealedSecret = await ctx.signIns.texts.seal({ appSecret: secret });
  const app = { sealedSecret, lastStep, now: new Date(nowMs) };
  return changeFactors(ctx, session, async ({ renewCodes, tellByMail, tx }) => {
    checkNoApp(await findApp(tx, session.own));
    await insertApp(tx, session.own, app);
    await tellByMail("appAdded");
    const hasCodes = (await countRecoveryCodes(tx, session.own)) > 0;
    return { recoveryCodes: hasCodes ? [] : await renewCodes() };
  });
}
