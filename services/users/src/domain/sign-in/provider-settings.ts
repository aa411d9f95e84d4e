import { z } from "zod";

import { claimMapping } from "./claim-mapping.ts";

const issuer = z.url({ protocol: /^https?$/ }).refine((url) => !/[?#]/.test(url), "has a query");

/** Form of the entries of `OPENID_PROVIDERS`. */
const providerSettings = z.array(
  z.strictObject({
    /** Names the provider in addresses. */
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    /** Name for people, on the button. */
    name: z.string().min(1).max(60),
    issuer,
    clientId: z.string().min(1),
    clientSecret: z.string().min(1),
    /** Subdomains of the organizations that it is for, "" for the root; all when it is missing. */
    organizations: z.array(z.string()).optional(),
    /** Beyond `openid email profile`. */
    scopes: z.array(z.string()).default([]),
    /** True if whoever has no account gets one. */
    createsAccounts: z.boolean().default(true),
    /** True for a provider that gives its people only addresses that are theirs, without saying `email_verified`. */
    trustsEmails: z.boolean().default(false),
    /** Gives people role, user groups and profile by what the provider says of them. */
    mapping: claimMapping.default({}),
  }),
);

export type ProviderSettings = z.output<typeof providerSettings>[number];

/** Parses the variable; null when it has another form, or two providers have one id. */
export function parseProviders(text: string): readonly ProviderSettings[] | null {
  try {
    const providers = providerSettings.parse(JSON.parse(text));
    return new Set(providers.map(({ id }) => id)).size === providers.length ? providers : null;
  } catch {
    return null;
  }
}

/** Lists the providers with whom people sign in to an organization, in the order of the configuration. */
export function providersOf(
  providers: readonly ProviderSettings[],
  subdomain: string,
): readonly ProviderSettings[] {
  return providers.filter(
    ({ organizations }) => organizations === undefined || organizations.includes(subdomain),
  );
}
