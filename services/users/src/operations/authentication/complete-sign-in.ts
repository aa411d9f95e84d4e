import type { completeSignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import {
  checkedSignIn,
  padKey,
  sealForDesktop,
  signInState,
} from "../../policies/authentication/sign-ins.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { beginSession } from "../../workflows/authentication/begin-session.ts";
import { findProvider } from "../../workflows/authentication/find-provider.ts";
import { issueLogInToken } from "../../workflows/authentication/issue-log-in-token.ts";
import { loadExternalAccount } from "../../workflows/authentication/load-external-account.ts";

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
  const own = { realmId, userId: account.userId };
  if (begun.desktopOtp !== null) {
    const token = await issueLogInToken(ctx, own, begun.next);
    return { kind: "desktop", sealedToken: sealForDesktop(token, begun.desktopOtp) };
  }
  if (begun.mobileOtp === null)
    return { kind: "session", token: await beginSession(ctx, own, input), next: begun.next };
  const answer = new URLSearchParams({
    otp_encrypted_api_key: padKey(await loadApiKey(ctx.db, own), begun.mobileOtp),
    email: account.deliveryEmail,
    user_id: String(account.userId),
    realm: ctx.sites.urlOf(realm.subdomain),
  });
  return { kind: "app", url: `zulip://login?${answer.toString()}` };
}
