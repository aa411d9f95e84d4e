import type { RealmRef } from "@team-chat/identity";

/** Addresses at which an organization is found. */
export interface Site {
  readonly subdomain: string;
  /** The own domain to which all other addresses lead; empty for the subdomain. */
  readonly mainDomain: string;
}

/** Addresses of organizations: the root domain has subdomain "", others are one label below it, or have a domain. */
export interface Sites {
  /** The root domain. */
  readonly root: Site;
  /**
   * Returns what a lower-cased Host header names: a subdomain, or a domain of somebody's own, which has a dot; null for
   * what can be neither. The port may be missing.
   */
  addressOf(host: string): string | null;
  /** Canonical URL without trailing slash. */
  urlOf(site: Site): string;
  /** Tells whether the domain is below the root domain, where organizations are found by their subdomain alone. */
  isBelowRoot(domain: string): boolean;
  /** Host name without port: the domain of API e-mail addresses. */
  hostnameOf(subdomain: string): string;
}

/** `externalHost` is host and, unless it is the scheme's own, port. */
export function createSites(externalHost: string, scheme: "http" | "https"): Sites {
  const root = externalHost.toLowerCase();
  const bareRoot = root.replace(/:\d+$/, "");
  const port = root.slice(bareRoot.length);
  const isBelowRoot = (domain: string) => domain === bareRoot || domain.endsWith(`.${bareRoot}`);
  return {
    root: { subdomain: "", mainDomain: "" },
    addressOf: (host) => {
      const bare = host.endsWith(port) ? host.slice(0, host.length - port.length) : host;
      if (isBelowRoot(bare)) return labelBelow(bare, bareRoot);
      return isDomain(bare) ? bare : null;
    },
    urlOf: ({ mainDomain, subdomain }) =>
      `${scheme}://${mainDomain === "" ? below(subdomain, root) : `${mainDomain}${port}`}`,
    isBelowRoot,
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

const domainForm = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/;
const mostDomainCharacters = 253;

/** Tells whether this may be a domain of somebody's own: a lower-case host name with a dot, no network address. */
export function isDomain(text: string): boolean {
  return text.length <= mostDomainCharacters && domainForm.test(text);
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
export function realmRef(realm: Site & { readonly id: number }, sites: Sites): RealmRef {
  return { id: realm.id, subdomain: realm.subdomain, url: sites.urlOf(realm) };
}
