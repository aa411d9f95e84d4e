import type { RealmRef } from "@team-chat/identity";

/** Addresses of organizations: the root domain has subdomain "", others are one label below it. */
export interface Sites {
  /**
   * Returns the subdomain that a lower-cased Host header names; null for hosts that are not ours. The port may be
   * missing.
   */
  subdomainOf(host: string): string | null;
  /** Canonical URL without trailing slash. */
  urlOf(subdomain: string): string;
  /** Host name without port: the domain of API e-mail addresses. */
  hostnameOf(subdomain: string): string;
}

/** `externalHost` is host and, unless it is the scheme's own, port. */
export function createSites(externalHost: string, scheme: "http" | "https"): Sites {
  const root = externalHost.toLowerCase();
  const bareRoot = root.replace(/:\d+$/, "");
  return {
    subdomainOf: (host) => labelBelow(host, root) ?? labelBelow(host, bareRoot),
    urlOf: (subdomain) => `${scheme}://${below(subdomain, root)}`,
    hostnameOf: (subdomain) => below(subdomain, bareRoot),
  };
}

function below(subdomain: string, host: string): string {
  return subdomain === "" ? host : `${subdomain}.${host}`;
}

function labelBelow(host: string, root: string): string | null {
  if (host === root) return "";
  if (!host.endsWith(`.${root}`)) return null;
  const label = host.slice(0, -root.length - 1);
  return label.includes(".") ? null : label;
}

const subdomainForm = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Tells whether an organization may have this subdomain: a lower-case host label, or nothing for the root domain. */
export function isSubdomain(text: string): boolean {
  return text === "" || subdomainForm.test(text);
}

/** Host names that people take for another service of the installation, or that programs look for by themselves. */
const reservedSubdomains: ReadonlySet<string> = new Set(
  `about abuse account accounts admin administrator api app assets auth autoconfig autodiscover billing blog cdn contact
   dashboard dev developer dns docs download downloads email files ftp git help host hostmaster imap info internal isatap
   localhost login logout mail mailer media metrics monitoring mta-sts mx noreply ns ns1 ns2 ntp oauth operator ops pop pop3
   postmaster privacy proxy register root saml search secure security server service signin signup smtp sso staging static
   stats status support system uploads vpn web webhook webhooks webmail webmaster wiki wpad www`.split(
    /\s+/,
  ),
);

/** Tells whether an organization should not have this subdomain, because visitors would take it for something else. */
export function isReservedSubdomain(text: string): boolean {
  return reservedSubdomains.has(text);
}

/** Returns the reference to an organization that identities carry. */
export function realmRef(realm: { id: number; subdomain: string }, sites: Sites): RealmRef {
  return { id: realm.id, subdomain: realm.subdomain, url: sites.urlOf(realm.subdomain) };
}
