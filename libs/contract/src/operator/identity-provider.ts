import { z } from "zod";

import { claimMapping } from "./claim-mapping.ts";

interface ProviderKind {
  /** Name under which clients know this way to log in. */
  readonly method: string;
  /** Address of the only one, or the usual one; null where each company has its own. */
  readonly issuer: string | null;
  /** Form of the address where each company has its own. */
  readonly form?: { readonly pattern: RegExp; readonly example: string };
  /** True where anybody may have an account, who is then not to get one here. */
  readonly isPublic: boolean;
  /** True if it gives its people only addresses that are theirs, without saying so. */
  readonly trustsEmails: boolean;
}

const openIdConnect = {
  method: "OpenID Connect",
  issuer: null,
  isPublic: false,
  trustsEmails: false,
};

/** Settings that providers of a kind have in common. */
export const providerKinds = {
  openid: openIdConnect,
  keycloak: {
    ...openIdConnect,
    form: { pattern: /\/realms\/[^/]+$/, example: "https://<host>/realms/<realm>" },
  },
  authentik: {
    ...openIdConnect,
    form: {
      pattern: /\/application\/o\/[^/]+\/$/,
      example: "https://<host>/application/o/<slug>/",
    },
  },
  microsoft: {
    method: "AzureAD",
    issuer: null,
    form: {
      // Those of several tenants give anybody an account with any address.
      pattern: /\/(?!common|organizations|consumers)[^/]+\/v2\.0$/,
      example: "https://login.microsoftonline.com/<tenant id>/v2.0",
    },
    isPublic: false,
    trustsEmails: true,
  },
  google: {
    method: "Google",
    issuer: "https://accounts.google.com",
    isPublic: true,
    trustsEmails: false,
  },
  gitlab: { method: "GitLab", issuer: "https://gitlab.com", isPublic: true, trustsEmails: false },
  github: { method: "GitHub", issuer: "https://github.com", isPublic: true, trustsEmails: false },
} as const satisfies Readonly<Record<string, ProviderKind>>;

type KindName = keyof typeof providerKinds;

const kindNames = Object.keys(providerKinds) as [KindName, ...KindName[]];
const address = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => !/[?#]/.test(url), "has a query");

/** Form of an identity provider's settings, as they are given (docs/accounts.md#single-sign-on-with-openid-connect). */
export const identityProvider = z.strictObject({
  /** Names the provider in addresses. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  kind: z.enum(kindNames).default("openid"),
  /** Name for people, on the button. */
  name: z.string().min(1).max(60),
  /** Needed unless the kind has one. */
  issuer: address.optional(),
  clientId: z.string().min(1).max(500),
  clientSecret: z.string().min(1).max(2000),
  /** Beyond those that signing in needs. */
  scopes: z.array(z.string().min(1).max(200)).max(50).default([]),
  /** True if whoever has no account gets one. */
  createsAccounts: z.boolean().optional(),
  /** True for a provider that gives its people only addresses that are theirs, without saying `email_verified`. */
  trustsEmails: z.boolean().optional(),
  /** Gives people role, user groups and profile by what the provider says of them. */
  mapping: claimMapping.default({}),
});
