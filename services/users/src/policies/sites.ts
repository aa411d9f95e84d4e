import type { RealmRef } from "@team-chat/identity";

/** Where organizations are reached: the root domain has subdomain "", others are one label below it. */
export interface Sites {
  /** The subdomain that a lower-cased Host header names; null for hosts that are not ours. The port may be missing. */
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

/** Whether an organization may have this subdomain: a lower-case host label, or nothing for the root domain. */
export function isSubdomain(text: string): boolean {
  return text === "" || subdomainForm.test(text);
}

/** The reference to an organization that identities carry. */
export function realmRef(realm: { id: number; subdomain: string }, sites: Sites): RealmRef {
  return { id: realm.id, subdomain: realm.subdomain, url: sites.urlOf(realm.subdomain) };
}
