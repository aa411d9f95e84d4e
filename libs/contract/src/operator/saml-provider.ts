import { z } from "zod";

import { claimMapping } from "./claim-mapping.ts";

const address = z.url({ protocol: /^https?$/ }).max(500);
const attribute = z.string().min(1).max(200);

/** Form of the settings of a provider that speaks SAML, as given (docs/accounts.md#single-sign-on-with-saml). */
export const samlProvider = z.strictObject({
  /** Names the provider in addresses. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  /** Name for people, on the button. */
  name: z.string().min(1).max(60),
  /** Name of the provider in what it says (its entity id). */
  issuer: z.string().min(1).max(500),
  /** Address to which browsers are sent to sign in. */
  signInUrl: address,
  /** Address to which browsers are sent to log out; without it nobody is logged out there. */
  logOutUrl: address.optional(),
  /** X.509 certificates with which the provider signs, as PEM; several while it changes them. */
  certificates: z.array(z.string().min(1).max(10_000)).min(1).max(5),
  /** True if people may come from a page of the provider, without having begun here. */
  idpInitiated: z.boolean().default(false),
  /** Attributes with the address and the name of people, where they have unusual names. */
  attributes: z
    .strictObject({ email: attribute.optional(), name: attribute.optional() })
    .default({}),
  /** True if whoever has no account gets one. */
  createsAccounts: z.boolean().default(true),
  /** False for a provider that lets people tell any address, and says of those that are theirs `email_verified`. */
  trustsEmails: z.boolean().default(true),
  /** Gives people role, user groups and profile by what the provider says of them. */
  mapping: claimMapping.default({}),
});
