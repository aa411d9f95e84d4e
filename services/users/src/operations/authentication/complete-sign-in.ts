import type { completeSignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkedSignIn, signInState } from "../../policies/authentication/sign-ins.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { findProvider } from "../../workflows/authentication/find-provider.ts";
import { notedSignIn } from "../../workflows/authentication/note-sign-in.ts";
import { signInVouched } from "../../workflows/authentication/sign-in-vouched.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Signs in whoever comes back from an identity provider (docs/behaviour/single-sign-on.md#signing-in). */
export function completeSignIn(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const tried = { realmId: input.realmId, method: "openid" } as const;
  return notedSignIn(ctx, tried, () => complete(ctx, input));
}

async function complete(ctx: Context, input: Input): Promise<Output> {
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
  const { desktopOtp, mobileOtp, next } = begun;
  const followUp = { next, mobileOtp, desktopOtp, samlSession: null };
  return signInVouched(ctx, realm, { vouched: { provider, claims }, followUp, browser: input });
}
