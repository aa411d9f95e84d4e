import { isDeepStrictEqual } from "node:util";

import type { updateSignIn as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { prettifyError, type z } from "zod";

import type { Context } from "../../context.ts";
import { switchedMethods } from "../../policies/authentication/methods.ts";
import { presentMethods } from "../../present/realm-values.ts";
import {
  loadRealm,
  updateOwnProviders,
  updateRealmRow,
} from "../../queries/organization/realms.ts";
import { givenProviders, type OwnProvider, signInKinds } from "../../values/provider-settings.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { addressesOf, givenSamlProviders, type SamlProvider } from "../../values/saml-settings.ts";
import { changeRealm } from "../change-realm.ts";
import { emitRealmSetting } from "../events/emit-realm.ts";
import { changedDirectory, sealedDirectory, writeDirectory } from "./change-directory.ts";
import { sealedClient } from "./find-provider.ts";

interface Asked {
  readonly realmId: number;
  readonly input: z.output<typeof contract.input>;
}

/**
 * Changes how people sign in to an organization: the methods that are switched on, its directory, and its own identity
 * providers.
 * @throws BAD_REQUEST
 */
export async function updateSignIn(ctx: Context, { input, realmId }: Asked): Promise<void> {
  const found = await loadRealm(ctx.db, realmId);
  const given = input.identity_providers && (await sealed(ctx, input.identity_providers));
  const givenSaml = input.saml_providers && checkedSaml(ctx, input.saml_providers);
  const givenDirectory = input.directory && (await sealedDirectory(ctx, input.directory));
  await changeRealm(ctx, found, async ({ begin, tx }) => {
    const realm = await loadRealm(tx, realmId);
    const own = given === undefined ? realm.ownProviders : withSecrets(given, realm.ownProviders);
    const saml = givenSaml ?? realm.samlProviders;
    const directory = await changedDirectory(tx, realmId, givenDirectory);
    const after = {
      ...realm,
      ownProviders: own,
      samlProviders: saml,
      hasDirectory: directory === undefined ? realm.hasDirectory : directory !== null,
    };
    const providers = signInKinds(ctx.signIns, after);
    const before = completeSettings(realm.settings);
    const wanted = input.authentication_methods ?? {};
    const authentication_methods = switchedMethods(wanted, before, providers);
    const isSame = isDeepStrictEqual(authentication_methods, before.authentication_methods);
    const had = { own: realm.ownProviders, saml: realm.samlProviders };
    if (isSame && directory === undefined && isDeepStrictEqual({ own, saml }, had)) return;
    const change = await begin({ reset: realm.secondFactorSince !== null });
    const ref = { id: realmId, version: change.versions.version };
    await updateOwnProviders(tx, ref, { openId: own, saml });
    if (directory !== undefined) await writeDirectory(tx, realmId, directory);
    await updateRealmRow(tx, ref, { settings: { ...realm.settings, authentication_methods } });
    const shown = { settings: { ...before, authentication_methods }, providers };
    const shownBefore = presentMethods(before, signInKinds(ctx.signIns, realm));
    if (!isDeepStrictEqual(shownBefore, presentMethods(shown.settings, providers)))
      emitRealmSetting(change, "authentication_methods", shown);
  });
}

type Given = NonNullable<Asked["input"]["identity_providers"]>;
type Sealed = Omit<OwnProvider, "sealedSecret"> & { readonly sealedSecret: string | undefined };

/** Completes the providers and seals the secrets that are given. */
async function sealed(ctx: Context, given: Given): Promise<readonly Sealed[]> {
  const parsed = givenProviders.safeParse(given);
  if (!parsed.success) throw refused(prettifyError(parsed.error));
  const all: Sealed[] = [];
  for (const { clientSecret, ...provider } of parsed.data) {
    if (ctx.mode === "production" && !provider.issuer.startsWith("https:"))
      throw refused(`The issuer of '${provider.id}' must be https://`);
    const secret = clientSecret === undefined ? undefined : sealedClient.parse({ clientSecret });
    all.push({ ...provider, sealedSecret: secret && (await ctx.signIns.texts.seal(secret)) });
  }
  return all;
}

/** Completes the providers that speak SAML. */
function checkedSaml(ctx: Context, given: readonly object[]): readonly SamlProvider[] {
  const parsed = givenSamlProviders.safeParse(given);
  if (!parsed.success) throw refused(prettifyError(parsed.error));
  const isPlain = (url: string) => ctx.mode === "production" && !url.startsWith("https:");
  for (const provider of parsed.data)
    if (addressesOf(provider).some(isPlain))
      throw refused(`The addresses of '${provider.id}' must be https://`);
  return parsed.data;
}

/** Lets those whose secret is left out keep it: it is for their issuer, and no other one is to see it. */
function withSecrets(
  given: readonly Sealed[],
  present: readonly OwnProvider[],
): readonly OwnProvider[] {
  return given.map((provider) => {
    const before = present.find(
      ({ id, issuer }) => id === provider.id && issuer === provider.issuer,
    );
    const sealedSecret = provider.sealedSecret ?? before?.sealedSecret;
    if (sealedSecret === undefined)
      throw refused(`The provider '${provider.id}' needs a clientSecret.`);
    return { ...provider, sealedSecret };
  });
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
