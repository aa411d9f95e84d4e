import { isIPv6 } from "node:net";

/** Writes a name or an address as URLs have it: an address of IPv6 in brackets. */
export function hostInUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
