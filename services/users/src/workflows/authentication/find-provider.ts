import type { Context } from "../../context.ts";
import { type ProviderSettings, providersOf } from "../../domain/sign-in/provider-settings.ts";
import { checkedProvider } from "../../policies/authentication/sign-ins.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";

interface RealmProvider {
  readonly provider: ProviderSettings;
  /** Address that the provider sends browsers back to, as it must be registered there. */
  readonly callbackUrl: string;
}

/** Finds an identity provider of the organization. @throws NOT_FOUND */
export function findProvider(ctx: Context, realm: RealmRow, providerId: string): RealmProvider {
  const all = providersOf(ctx.signIns.providers, realm.subdomain);
  const provider = checkedProvider(all.find(({ id }) => id === providerId));
  const site = ctx.sites.urlOf(realm.subdomain);
  return { provider, callbackUrl: `${site}/accounts/login/openid/${provider.id}/callback` };
}
