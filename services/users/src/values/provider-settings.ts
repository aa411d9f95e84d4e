import { claimMapping, identityProvider, providerKinds } from "@team-chat/contract";
import { z } from "zod";

import type { RemoteUser } from "./remote-user-settings.ts";
import type { InstallationSamlProvider, SamlProvider } from "./saml-settings.ts";

/** Completes the settings by those of the kind. */
function completed<Given extends Omit<z.output<typeof identityProvider>, "clientSecret">>(
  given: Given,
  context: z.RefinementCtx,
) {
  const kind = providerKinds[given.kind];
  const issuer = given.issuer ?? kind.issuer;
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", path: ["issuer"], message });
    return z.NEVER;
  };
  const form = "form" in kind ? kind.form : undefined;
  if (issuer === null) return refuse(form === undefined ? "is missing" : `must be ${form.example}`);
  if (form !== undefined && !form.pattern.test(issuer)) return refuse(`must be ${form.example}`);
  const createsAccounts = given.createsAccounts ?? !kind.isPublic;
  return {
    ...given,
    issuer,
    createsAccounts,
    trustsEmails: given.trustsEmails ?? kind.trustsEmails,
  };
}

const oneEach = (providers: readonly { readonly id: string }[]) =>
  new Set(providers.map(({ id }) => id)).size === providers.length;

/** Form of `OPENID_PROVIDERS`. */
const installationProviders = z
  .array(
    identityProvider
      // Subdomains of the organizations that it is for, "" for the root; all when it is missing.
      .extend({ organizations: z.array(z.string()).optional() })
      .transform(completed),
  )
  .refine(oneEach);

/** A provider of the installation. */
export type InstallationProvider = z.output<typeof installationProviders>[number];

/** Parses the variable; null when it has another form, or two providers have one id. */
export function parseProviders(text: string): readonly InstallationProvider[] | null {
  try {
    return installationProviders.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Most providers of one organization. */
const maxOwn = 20;

/** Form of the providers that an organization is given; a secret that is left out stays as it is. */
export const givenProviders = z
  .array(identityProvider.partial({ clientSecret: true }).transform(completed))
  .max(maxOwn)
  .refine(oneEach, "has two providers with one id");

/** Form of a provider of an organization, as it is stored. */
export const ownProvider = z.object({
  ...identityProvider.omit({ clientSecret: true }).shape,
  issuer: z.string(),
  createsAccounts: z.boolean(),
  trustsEmails: z.boolean(),
  mapping: claimMapping,
  /** The secret, which only our processes can read. */
  sealedSecret: z.string(),
});

/** Form of a provider of an organization, as its operator sees it. */
export const shownProvider = ownProvider.omit({ sealedSecret: true });

export type OwnProvider = z.output<typeof ownProvider>;

/** A provider that speaks OpenID Connect, or is GitHub, with which people sign in to an organization. */
export type OfferedOpenId = OwnProvider | InstallationProvider;

/** A provider that speaks SAML with which people sign in to an organization. */
export type OfferedSaml = SamlProvider & { readonly kind: "saml" };

/** The reverse proxy of the installation, with which people sign in to an organization. */
export type OfferedRemoteUser = RemoteUser & { readonly id: string; readonly kind: "remoteuser" };

/** A provider with which people sign in to an organization: its own, or the installation's. */
export type OfferedProvider = OfferedOpenId | OfferedRemoteUser | OfferedSaml;

/** A provider with its secret. */
export type ProviderSettings = Omit<OwnProvider, "sealedSecret"> & {
  readonly clientSecret: string;
};

interface ProvidedRealm {
  readonly subdomain: string;
  readonly ownProviders: readonly OwnProvider[];
  readonly samlProviders: readonly SamlProvider[];
}

/** Providers of the installation. */
export interface InstallationProviders {
  readonly providers: readonly InstallationProvider[];
  readonly samlProviders: readonly InstallationSamlProvider[];
  /** Null when no reverse proxy vouches for people. */
  readonly remoteUser: RemoteUser | null;
}

/**
 * Lists the providers with whom people sign in to an organization: the reverse proxy, those that speak OpenID Connect,
 * then those that speak SAML, of both its own first, each in the order in which they were given. Of two with one id
 * that speak the same the organization's own counts.
 */
export function offeredProviders(
  installation: InstallationProviders,
  realm: ProvidedRealm,
): readonly OfferedProvider[] {
  const own = [...realm.ownProviders, ...shared(installation.providers, realm, realm.ownProviders)];
  return [...offeredProxy(installation, realm), ...own, ...offeredSaml(installation, realm)];
}

function offeredProxy(
  { remoteUser }: InstallationProviders,
  { subdomain }: ProvidedRealm,
): readonly OfferedRemoteUser[] {
  if (remoteUser === null) return [];
  const { organizations } = remoteUser;
  const isFor = organizations === undefined || organizations.includes(subdomain);
  return isFor ? [{ ...remoteUser, id: "sso", kind: "remoteuser" }] : [];
}

function offeredSaml(
  installation: InstallationProviders,
  realm: ProvidedRealm,
): readonly OfferedSaml[] {
  const { samlProviders: own } = realm;
  return [...own, ...shared(installation.samlProviders, realm, own)].map((provider) => ({
    ...provider,
    kind: "saml" as const,
  }));
}

interface Shared {
  readonly id: string;
  readonly organizations?: readonly string[] | undefined;
}

function shared<P extends Shared>(
  all: readonly P[],
  { subdomain }: ProvidedRealm,
  own: readonly { readonly id: string }[],
): readonly P[] {
  const ids = new Set(own.map(({ id }) => id));
  return all.filter(
    ({ id, organizations }) =>
      !ids.has(id) && (organizations === undefined || organizations.includes(subdomain)),
  );
}

/** Lists what vouches for people of an organization: its directory, and the providers. */
export function signInKinds(
  installation: InstallationProviders,
  realm: ProvidedRealm & { readonly hasDirectory: boolean },
): readonly { readonly kind: OfferedProvider["kind"] | "ldap" }[] {
  const directories = realm.hasDirectory ? [{ kind: "ldap" as const }] : [];
  return [...directories, ...offeredProviders(installation, realm)];
}
