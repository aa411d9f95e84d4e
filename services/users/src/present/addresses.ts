import type { OrganizationAddress } from "@team-chat/contract";

import type { Site, Sites } from "../policies/organization/sites.ts";
import type { AddressRow } from "../queries/organization/addresses.ts";

/** Returns the name of the record with which the owner of a domain shows that it is theirs. */
export function recordName(domain: string): string {
  return `_team-chat.${domain}`;
}

/** Returns what that record says. */
export function recordValue(token: string): string {
  return `team-chat-organization=${token}`;
}

/** Shows everything that leads to an organization to its operator, the subdomain first. */
export function presentAddresses(
  sites: Sites,
  { mainDomain, subdomain }: Site,
  rows: readonly AddressRow[],
): OrganizationAddress[] {
  const own = {
    address: subdomain,
    url: sites.urlOf({ subdomain, mainDomain: "" }),
    state: mainDomain === "" ? ("main" as const) : ("other" as const),
    record: null,
    created_at: null,
  };
  return [own, ...rows.map((row) => presentAddress(sites, row, mainDomain))];
}

function presentAddress(
  sites: Sites,
  { address, createdAt, provenAt, token }: AddressRow,
  mainDomain: string,
): OrganizationAddress {
  const isDomain = address.includes(".");
  const site = isDomain
    ? { subdomain: "", mainDomain: address }
    : { subdomain: address, mainDomain: "" };
  const proven = isDomain && address === mainDomain ? ("main" as const) : ("other" as const);
  return {
    address,
    url: sites.urlOf(site),
    state: provenAt === null ? "unproven" : proven,
    record:
      provenAt === null
        ? { type: "TXT", name: recordName(address), value: recordValue(token) }
        : null,
    created_at: Math.floor(createdAt.getTime() / 1000),
  };
}
