import type { checkHalfSignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkedHalf, maxWrongCodes } from "../../policies/second-factors/second-factors.ts";
import { passkeySite, requestOptions } from "../../policies/second-factors/verify-passkey.ts";
import { settingsOf } from "../../policies/settings/own-settings.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { findHalfSignIn } from "../../queries/second-factors/half-sign-ins.ts";
import { listPasskeys } from "../../queries/second-factors/passkeys.ts";
import { findApp } from "../../queries/second-factors/second-factors.ts";
import { offerOf } from "../../workflows/second-factors/passkey-challenges.ts";

/** Tells whose sign-in lacks the second factor, and what they have (docs/behaviour/second-factors.md#logging-in). */
export async function checkHalfSignIn(
  ctx: Context,
  _: Identity,
  { realmId, token }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const tokenHash = keyHash(token);
  const given = { tokenHash, now: new Date(ctx.now()), maxWrongCodes };
  const { userId } = checkedHalf(await findHalfSignIn(ctx.db, realmId, given));
  const own = { realmId, userId };
  const account = await loadAccount(ctx.db, realmId, userId);
  const site = passkeySite(ctx.sites.urlOf(await loadRealm(ctx.db, realmId)));
  const passkeys = await listPasskeys(ctx.db, own);
  const here = passkeys.filter(({ host }) => host === site.host);
  const madeFor = tokenHash.toString("hex");
  const purpose = { realmId, purpose: "second factor", madeFor } as const;
  return {
    userId,
    email: account.deliveryEmail,
    language: settingsOf(account).default_language,
    hasApp: (await findApp(ctx.db, own)) !== null,
    passkey:
      here.length === 0 ? null : await offerOf(ctx, await requestOptions(site, here), purpose),
    passkeyHosts: here.length === 0 ? [...new Set(passkeys.map(({ host }) => host))] : [],
  };
}
