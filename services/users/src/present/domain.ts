import type { DomainObject } from "@team-chat/contract";

import type { DomainRow } from "../queries/organization/realm-domains.ts";

/** Presents a domain as clients see it. */
export function presentDomain({ domain, allowSubdomains }: DomainRow): DomainObject {
  return { domain, allow_subdomains: allowSubdomains };
}
