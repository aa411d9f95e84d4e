import { X509Certificate } from "node:crypto";

import { samlProvider as given } from "@team-chat/contract";
import { z } from "zod";

/** Returns a certificate or key as PEM with lines, also when a variable has `\n` for their ends. */
export function normalisePem(text: string): string {
  return `${text.replaceAll(String.raw`\n`, "\n").trim()}\n`;
}

/** Tells whether a text is an X.509 certificate as PEM. */
export function isCertificate(text: string): boolean {
  try {
    return text.startsWith("-----BEGIN") && new X509Certificate(text).subject !== "";
  } catch {
    return false;
  }
}

const certificate = z
  .string()
  .transform(normalisePem)
  .refine(isCertificate, "is no certificate as PEM");

/** Form of a provider that speaks SAML, as it is stored and shown: it has no secrets. */
export const samlProvider = given.extend({ certificates: z.array(certificate).min(1).max(5) });

const oneEach = (providers: readonly { readonly id: string }[]) =>
  new Set(providers.map(({ id }) => id)).size === providers.length;

/** Form of the providers that an organization is given. */
export const givenSamlProviders = z
  .array(samlProvider)
  .refine(oneEach, "has two providers with one id");

/** Form of `SAML_PROVIDERS`. */
const installationProviders = z
  .array(
    // Subdomains of the organizations that it is for, "" for the root; all when it is missing.
    samlProvider.extend({ organizations: z.array(z.string()).optional() }),
  )
  .refine(oneEach);

/** A provider that speaks SAML. */
export type SamlProvider = z.output<typeof samlProvider>;

/** One of the installation. */
export type InstallationSamlProvider = z.output<typeof installationProviders>[number];

/** Parses the variable; null when it has another form, or two providers have one id. */
export function parseSamlProviders(text: string): readonly InstallationSamlProvider[] | null {
  try {
    return installationProviders.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Lists the addresses of a provider to which browsers are sent. */
export function addressesOf({ logOutUrl, signInUrl }: SamlProvider): readonly string[] {
  return logOutUrl === undefined ? [signInUrl] : [signInUrl, logOutUrl];
}

/** Form of who somebody is at a provider that ends sessions: what it names to end one, and what it is to be told. */
export const samlSession = z.object({
  providerId: z.string(),
  issuer: z.string(),
  nameId: z.string(),
  nameIdFormat: z.string().nullable(),
  sessionIndex: z.string().nullable(),
});

export type SamlSession = z.output<typeof samlSession>;
