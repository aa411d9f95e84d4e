import { AppError } from "@team-chat/errors";
import * as openid from "openid-client";
import { z } from "zod";

import { claimOf, mappedClaims } from "../../values/claim-mapping.ts";
import type { ProviderSettings } from "../../values/provider-settings.ts";
import { askGithub, githubScopes, githubServer } from "./github.ts";

const timeoutSeconds = 10;
const describedForMs = 3600 * 1000;

/** Form of what only the browser that began a sign-in may bring back. */
export const signInProof = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
});

export type SignInProof = z.output<typeof signInProof>;

/** Claims of a provider about somebody, with those that its settings map. */
export const providerClaims = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional(),
  // Some providers send a text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
});

export type ProviderClaims = z.output<typeof providerClaims>;

interface Described {
  readonly configuration: Promise<openid.Configuration>;
  readonly until: number;
}

/**
 * Speaks OpenID Connect with the providers: authorization code with PKCE, `state` and `nonce`. With GitHub, which has
 * no OpenID Connect, it is the same flow without a token about the person.
 */
export class OpenIdConnect {
  readonly #now: () => number;
  readonly #described = new Map<string, Described>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns where the browser goes to sign in, and what it must bring back.
   * @throws SERVICE_UNAVAILABLE when the provider does not answer
   */
  async begin(
    provider: ProviderSettings,
    redirectUrl: string,
  ): Promise<{ readonly url: string; readonly proof: SignInProof }> {
    const configuration = await this.#describe(provider);
    const proof = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      codeVerifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUrl,
      scope: [...scopesOf(provider), ...provider.scopes].join(" "),
      state: proof.state,
      nonce: proof.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(proof.codeVerifier),
      code_challenge_method: "S256",
    });
    return { url: url.href, proof };
  }

  /**
   * Exchanges what the browser came back with for what the provider says of the person. Signature, issuer, audience,
   * times, `nonce` and `state` are checked by the library.
   * @throws AUTHENTICATION_FAILED when any of that is not right; SERVICE_UNAVAILABLE when the provider does not answer
   */
  async complete(
    provider: ProviderSettings,
    { cameBackTo, proof }: { readonly cameBackTo: URL; readonly proof: SignInProof },
  ): Promise<ProviderClaims> {
    const configuration = await this.#describe(provider);
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, cameBackTo, {
        pkceCodeVerifier: proof.codeVerifier,
        expectedState: proof.state,
        ...(provider.kind === "github" ? {} : { expectedNonce: proof.nonce }),
        idTokenExpected: provider.kind !== "github",
      });
      if (provider.kind === "github")
        return providerClaims.parse(await askGithub(configuration, provider, tokens.access_token));
      const claims = providerClaims.parse(tokens.claims());
      if (!needsMore(provider, configuration, claims)) return claims;
      const more = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { ...claims, ...providerClaims.parse(more) };
    } catch (error) {
      throw new AppError("AUTHENTICATION_FAILED", `${provider.name} did not confirm who you are`, {
        cause: error,
      });
    }
  }

  /** Asks the provider to describe itself, once an hour; keys that sign are looked up by the library. */
  async #describe(provider: ProviderSettings): Promise<openid.Configuration> {
    const key = keyOf(provider);
    const known = this.#described.get(key);
    const now = this.#now();
    const asked =
      known !== undefined && known.until > now ? known : this.#ask(provider, { key, now });
    try {
      return await asked.configuration;
    } catch (error) {
      if (this.#described.get(key) === asked) this.#described.delete(key);
      throw new AppError("SERVICE_UNAVAILABLE", `${provider.name} does not answer`, {
        cause: error,
      });
    }
  }

  #ask(provider: ProviderSettings, { key, now }: { key: string; now: number }): Described {
    for (const [old, { until }] of this.#described) if (until <= now) this.#described.delete(old);
    const configuration =
      provider.kind === "github" ? Promise.resolve(github(provider)) : discovered(provider);
    const described = { configuration, until: now + describedForMs };
    this.#described.set(key, described);
    return described;
  }
}

function scopesOf({ kind }: ProviderSettings): readonly string[] {
  return kind === "github" ? githubScopes : ["openid", "email", "profile"];
}

function discovered({ clientId, clientSecret, issuer }: ProviderSettings) {
  return openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    // Without this the library trusts a token that came over TLS from the provider, whatever its signature.
    execute: [
      openid.enableNonRepudiationChecks,
      ...(isPlain(issuer) ? [openid.allowInsecureRequests] : []),
    ],
  });
}

function github({ clientId, clientSecret, issuer }: ProviderSettings): openid.Configuration {
  const configuration = new openid.Configuration(githubServer(issuer), clientId, clientSecret);
  configuration.timeout = timeoutSeconds;
  if (isPlain(issuer)) openid.allowInsecureRequests(configuration);
  return configuration;
}

/** Tells whether a provider is reached over plain HTTP, as only in development mode. */
function isPlain(issuer: string): boolean {
  return new URL(issuer).protocol === "http:";
}

/** Organizations may have providers with one id, and each client of a provider has a configuration. */
function keyOf({ clientId, clientSecret, issuer }: ProviderSettings): string {
  return JSON.stringify([issuer, clientId, clientSecret]);
}

/** Tells whether the address for claims is asked, because the token lacks some that matter. */
function needsMore(
  { mapping }: ProviderSettings,
  configuration: openid.Configuration,
  claims: ProviderClaims,
): boolean {
  if (claims.email === undefined) return true;
  const isMissing = mappedClaims(mapping).some((name) => claimOf(claims, name) === undefined);
  return isMissing && configuration.serverMetadata().userinfo_endpoint !== undefined;
}
