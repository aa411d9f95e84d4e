import type { completeSamlSignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../../context.ts";
import { keyHash } from "../../../policies/authentication/api-keys.ts";
import {
  checkedVouching,
  identityIssuer,
  responseMs,
  samlVouching,
} from "../../../policies/authentication/saml-messages.ts";
import { checkedSignIn, samlSignInState } from "../../../policies/authentication/sign-ins.ts";
import { takeSamlMessage } from "../../../queries/authentication/saml-messages.ts";
import { loadRealm } from "../../../queries/organization/realms.ts";
import { findSamlPeer } from "../../../workflows/authentication/find-saml-peer.ts";
import { notedSignIn } from "../../../workflows/authentication/note-sign-in.ts";
import { signInVouched } from "../../../workflows/authentication/sign-in-vouched.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Signs in whoever brings the token of what a provider said in SAML (docs/behaviour/single-sign-on.md#saml). */
export function completeSamlSignIn(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const tried = { realmId: input.realmId, method: "saml" } as const;
  return notedSignIn(ctx, tried, () => complete(ctx, input));
}

async function complete(ctx: Context, input: Input): Promise<Output> {
  const { providerId, realmId, sealedState, token } = input;
  const realm = await loadRealm(ctx.db, realmId);
  const { provider } = findSamlPeer(ctx, realm, providerId);
  const nowMs = ctx.now();
  const given = { tokenHash: keyHash(token), receivedAfter: new Date(nowMs - responseMs) };
  const sealed = (await takeSamlMessage(ctx.db, realmId, given)) ?? "";
  const here = { realmId, providerId, nowMs };
  const vouching = checkedVouching(await ctx.signIns.texts.open(sealed, samlVouching), here);
  const { claims, next, requestId, session } = vouching;
  const unasked = { next, mobileOtp: null, desktopOtp: null };
  const begun =
    requestId === null
      ? unasked
      : checkedSignIn(await ctx.signIns.texts.open(sealedState, samlSignInState), {
          ...here,
          requestId,
        });
  const followUp = {
    next: begun.next,
    mobileOtp: begun.mobileOtp,
    desktopOtp: begun.desktopOtp,
    samlSession: session,
  };
  const voucher = { ...provider, issuer: identityIssuer(provider.issuer) };
  const vouched = { provider: voucher, claims };
  return signInVouched(ctx, realm, { vouched, followUp, browser: input });
}
