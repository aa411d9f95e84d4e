import type { Context } from "../../context.ts";
import type { SamlPeer } from "../../domain/sign-in/saml/saml.ts";
import { enabledProviders } from "../../policies/authentication/methods.ts";
import { checkedProvider } from "../../policies/authentication/sign-ins.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import { offeredProviders, type OfferedSaml } from "../../values/provider-settings.ts";
import { completeSettings } from "../../values/realm-settings.ts";

/**
 * Finds a provider that speaks SAML with which people sign in to the organization.
 * @throws NOT_FOUND
 */
export function findSamlPeer(ctx: Context, realm: RealmRow, providerId: string): SamlPeer {
  const offered = offeredProviders(ctx.signIns, realm).filter(
    (provider): provider is OfferedSaml => provider.kind === "saml",
  );
  const enabled = enabledProviders(completeSettings(realm.settings), offered);
  const provider = checkedProvider(enabled.find(({ id }) => id === providerId));
  const base = `${ctx.sites.urlOf(realm)}/accounts/login/saml/${provider.id}`;
  const addresses = {
    entityId: `${base}/metadata`,
    receiveUrl: `${base}/acs`,
    logOutUrl: `${base}/logout`,
  };
  return { provider, addresses };
}
