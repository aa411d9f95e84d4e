import type { beginSamlSignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../../context.ts";
import { checkRealmOpen } from "../../../policies/authentication/login.ts";
import {
  checkedOtp,
  type SamlSignInState,
  signInMs,
} from "../../../policies/authentication/sign-ins.ts";
import { loadRealm } from "../../../queries/organization/realms.ts";
import { findSamlPeer } from "../../../workflows/authentication/find-saml-peer.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Begins to sign somebody in with a provider that speaks SAML (docs/behaviour/single-sign-on.md#saml). */
export async function beginSamlSignIn(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const { next, providerId, realmId } = input;
  const otps = {
    mobileOtp: checkedOtp(input.mobileOtp),
    desktopOtp: checkedOtp(input.desktopOtp),
  };
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  const { requestId, url } = await ctx.signIns.saml.begin(findSamlPeer(ctx, realm, providerId));
  const expiresAt = ctx.now() + signInMs;
  const state: SamlSignInState = { realmId, providerId, expiresAt, next, ...otps, requestId };
  return { url, sealedState: await ctx.signIns.texts.seal(state) };
}
