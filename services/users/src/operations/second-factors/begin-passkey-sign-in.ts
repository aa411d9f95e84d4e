import type { beginPasskeySignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkRealmOpen } from "../../policies/authentication/login.ts";
import { takesPasswords } from "../../policies/authentication/methods.ts";
import { checkedOtp } from "../../policies/authentication/sign-ins.ts";
import { checkPasskeysAlone } from "../../policies/second-factors/passkeys.ts";
import { passkeySite, requestOptions } from "../../policies/second-factors/verify-passkey.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { offerOf } from "../../workflows/second-factors/passkey-challenges.ts";

/**
 * Begins to sign somebody in with nothing but a passkey
 * (docs/behaviour/second-factors.md#signing-in-with-a-passkey).
 */
export async function beginPasskeySignIn(
  ctx: Context,
  _: Identity,
  { desktopOtp, mobileOtp, next, realmId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const otps = { mobileOtp: checkedOtp(mobileOtp), desktopOtp: checkedOtp(desktopOtp) };
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  checkPasskeysAlone(takesPasswords(completeSettings(realm.settings)));
  const options = await requestOptions(passkeySite(ctx.sites.urlOf(realm)), null);
  const followUp = { next, ...otps, samlSession: null };
  return offerOf(ctx, options, { realmId, purpose: "sign-in", followUp });
}
