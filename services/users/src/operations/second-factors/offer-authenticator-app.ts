import type { offerAuthenticatorApp as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import {
  appOffer,
  appUrl,
  checkedOffer,
  checkNoApp,
  newAppSecret,
  offerMs,
} from "../../policies/second-factors/second-factors.ts";
import { findApp } from "../../queries/second-factors/second-factors.ts";
import { loadOwnSession } from "../../workflows/second-factors/load-own-session.ts";

/** Shows somebody a secret for an authenticator app (docs/behaviour/second-factors.md#authenticator-apps). */
export async function offerAuthenticatorApp(
  ctx: Context,
  _: Identity,
  { sealedOffer, ...input }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const { account, own, realm } = await loadOwnSession(ctx, input);
  checkNoApp(await findApp(ctx.db, own));
  const nowMs = ctx.now();
  const before = sealedOffer === null ? null : await ctx.signIns.texts.open(sealedOffer, appOffer);
  const secret = sealedOffer === null ? newAppSecret() : checkedOffer(before, { ...own, nowMs });
  const offer = { offeredTo: own, secret, expiresAt: nowMs + offerMs };
  return {
    secret,
    url: appUrl(secret, { email: account.deliveryEmail, name: realm.name }),
    sealedOffer: sealedOffer ?? (await ctx.signIns.texts.seal(offer)),
  };
}
