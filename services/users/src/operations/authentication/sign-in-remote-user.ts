import type { signInRemoteUser as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { enabledProviders } from "../../policies/authentication/methods.ts";
import { checkedOtp, checkedProvider } from "../../policies/authentication/sign-ins.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { type OfferedRemoteUser, offeredProviders } from "../../values/provider-settings.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { notedSignIn } from "../../workflows/authentication/note-sign-in.ts";
import { signInVouched } from "../../workflows/authentication/sign-in-vouched.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Identities of all who come by the proxy have it. */
const issuer = "remote-user";

/** Signs in somebody for whom the reverse proxy vouches (docs/behaviour/single-sign-on.md#reverse-proxies). */
export function signInRemoteUser(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const tried = { realmId: input.realmId, method: "remote_user" } as const;
  return notedSignIn(ctx, tried, () => signIn(ctx, input));
}

async function signIn(ctx: Context, input: Input): Promise<Output> {
  const realm = await loadRealm(ctx.db, input.realmId);
  const proxies = offeredProviders(ctx.signIns, realm).filter(
    (provider): provider is OfferedRemoteUser => provider.kind === "remoteuser",
  );
  const [enabled] = enabledProviders(completeSettings(realm.settings), proxies);
  const { createsAccounts, emailDomain = "" } = checkedProvider(enabled);
  const user = input.user.trim().toLowerCase();
  const email = user.includes("@") || emailDomain === "" ? user : `${user}@${emailDomain}`;
  const provider = { issuer, createsAccounts, trustsEmails: true, mapping: {} };
  const followUp = {
    next: input.next,
    mobileOtp: checkedOtp(input.mobileOtp),
    desktopOtp: checkedOtp(input.desktopOtp),
    samlSession: null,
  };
  const vouched = { provider, claims: { sub: user, email } };
  return signInVouched(ctx, realm, { vouched, followUp, browser: input });
}
