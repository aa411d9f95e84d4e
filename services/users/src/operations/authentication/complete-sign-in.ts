import type { completeSignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkedSignIn, signInState } from "../../policies/authentication/sign-ins.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { hasSecondFactor } from "../../queries/second-factors/second-factors.ts";
import { findProvider } from "../../workflows/authentication/find-provider.ts";
import { finishSignIn } from "../../workflows/authentication/finish-sign-in.ts";
import { loadExternalAccount } from "../../workflows/authentication/load-external-account.ts";
import { asksAfterSignIn } from "../../workflows/second-factors/asks-after-sign-in.ts";
import { beginHalfSignIn } from "../../workflows/second-factors/begin-half-sign-in.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Signs in whoever comes back from an identity provider (docs/behaviour/single-sign-on.md#signing-in). */
export async function completeSignIn(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const { providerId, query, realmId, sealedState } = input;
  const opened = await ctx.signIns.texts.open(sealedState, signInState);
  const begun = checkedSignIn(opened, { realmId, providerId, nowMs: ctx.now() });
  const realm = await loadRealm(ctx.db, realmId);
  const { callbackUrl, provider } = await findProvider(ctx, realm, providerId);
  const cameBackTo = new URL(`${callbackUrl}?${query}`);
  const claims = await ctx.signIns.openIdConnect.complete(provider, {
    cameBackTo,
    proof: begun.proof,
  });
  const account = await loadExternalAccount(ctx, realm, { provider, claims });
  const { desktopOtp, mobileOtp, next } = begun;
  const followUp = { next, mobileOtp, desktopOtp };
  const own = { realmId, userId: account.userId };
  if (asksAfterSignIn(realm) && (await hasSecondFactor(ctx.db, own)))
    return { kind: "half", token: await beginHalfSignIn(ctx, own, followUp) };
  return finishSignIn(ctx, realm, { account, followUp, browser: input });
}
