import { AppError } from "@team-chat/errors";
import { z } from "zod";

import type { Context } from "../../context.ts";
import { enabledProviders } from "../../policies/authentication/methods.ts";
import { checkedProvider } from "../../policies/authentication/sign-ins.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import {
  type OfferedOpenId,
  offeredProviders,
  type ProviderSettings,
} from "../../values/provider-settings.ts";
import { completeSettings } from "../../values/realm-settings.ts";

interface RealmProvider {
  readonly provider: ProviderSettings;
  /** Address that the provider sends browsers back to, as it must be registered there. */
  readonly callbackUrl: string;
}

/** Form of a provider's secret as it is sealed. */
export const sealedClient = z.object({ clientSecret: z.string() });

/**
 * Finds an identity provider with which people sign in to the organization.
 * @throws NOT_FOUND; SERVICE_UNAVAILABLE when none of our keys reads its secret
 */
export async function findProvider(
  ctx: Context,
  realm: RealmRow,
  providerId: string,
): Promise<RealmProvider> {
  const offered = offeredProviders(ctx.signIns, realm).filter(
    (provider): provider is OfferedOpenId => provider.kind !== "saml",
  );
  const all = enabledProviders(completeSettings(realm.settings), offered);
  const provider = checkedProvider(all.find(({ id }) => id === providerId));
  const site = ctx.sites.urlOf(realm);
  const callbackUrl = `${site}/accounts/login/openid/${provider.id}/callback`;
  return { provider: { ...provider, clientSecret: await secretOf(ctx, provider) }, callbackUrl };
}

async function secretOf({ signIns }: Context, provider: OfferedOpenId): Promise<string> {
  if ("clientSecret" in provider) return provider.clientSecret;
  const opened = await signIns.texts.open(provider.sealedSecret, sealedClient);
  if (opened !== null) return opened.clientSecret;
  throw new AppError("SERVICE_UNAVAILABLE", `The secret of ${provider.name} must be set again`);
}
