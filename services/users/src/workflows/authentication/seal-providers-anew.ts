import type { Context } from "../../context.ts";
import { listProvidedRealms, replaceOwnProviders } from "../../queries/organization/realms.ts";
import type { OwnProvider } from "../../values/provider-settings.ts";
import { sealedClient } from "./find-provider.ts";

/**
 * Seals the secrets of organizations' providers with the first of the installation's keys, so that those behind it can
 * be taken away (docs/subsystems/secrets.md#the-identity-key).
 */
export async function sealProvidersAnew(ctx: Context): Promise<void> {
  for (const { id, ownProviders, version } of await listProvidedRealms(ctx.db)) {
    const anew: OwnProvider[] = [];
    for (const provider of ownProviders) {
      const sealed = await ctx.signIns.texts.sealAnew(provider.sealedSecret, sealedClient);
      anew.push(sealed === null ? provider : { ...provider, sealedSecret: sealed });
    }
    const isChanged = anew.some((provider, at) => provider !== ownProviders[at]);
    if (isChanged) await replaceOwnProviders(ctx.db, { id, version }, anew);
  }
}
