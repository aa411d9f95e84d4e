import type { beginSignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkRealmOpen } from "../../policies/authentication/login.ts";
import { checkedOtp, signInMs, type SignInState } from "../../policies/authentication/sign-ins.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { findProvider } from "../../workflows/authentication/find-provider.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Begins to sign somebody in with an identity provider (docs/behaviour/single-sign-on.md#signing-in). */
export async function beginSignIn(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const { next, providerId, realmId } = input;
  const otps = {
    mobileOtp: checkedOtp(input.mobileOtp),
    desktopOtp: checkedOtp(input.desktopOtp),
  };
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  const { callbackUrl, provider } = await findProvider(ctx, realm, providerId);
  const { proof, url } = await ctx.signIns.openIdConnect.begin(provider, callbackUrl);
  const expiresAt = ctx.now() + signInMs;
  const state: SignInState = { realmId, providerId, expiresAt, next, ...otps, proof };
  return { url, sealedState: await ctx.signIns.texts.seal(state) };
}
