import { z } from "zod";

import { operatorOperation } from "./operator-operation.ts";
import { organization } from "./organization.ts";
import { text } from "./text.ts";

/** Most addresses of one organization besides its subdomain. */
export const mostAddresses = 20;

/** A record that has to be in the DNS before a domain leads anywhere. */
const dnsRecord = z.object({ type: z.literal("TXT"), name: z.string(), value: z.string() });

/** An address of an organization as its operator sees it. */
export const organizationAddress = z.object({
  /** A subdomain of the installation, which has no dot, or a domain of somebody's own. */
  address: z.string(),
  url: z.string(),
  /** `main` is where browsers are led from those that are `other`; `unproven` ones lead nowhere. */
  state: z.enum(["main", "other", "unproven"]),
  /** Record that an unproven domain needs in the DNS; null for all others. */
  record: dnsRecord.nullable(),
  /** UNIX seconds; null for the subdomain. */
  created_at: z.int().nullable(),
});

export type OrganizationAddress = z.infer<typeof organizationAddress>;

const one = z.object({ organization });
/** Longest name of a host. */
const name = text(253);

export const renameOrganization = operatorOperation({
  name: "renameOrganization",
  method: "POST",
  path: "/organizations/{organization_id}/rename",
  scope: "write",
  input: z.strictObject({
    subdomain: text(63),
    allow_reserved: z.boolean().default(false),
  }),
  output: one,
  doc: "Gives an organization another subdomain. The one before goes on to lead to it, and event queues end.",
});

export const getAddresses = operatorOperation({
  name: "getAddresses",
  method: "GET",
  path: "/organizations/{organization_id}/addresses",
  scope: "read",
  input: z.strictObject({}),
  output: z.object({ addresses: z.array(organizationAddress) }),
  doc: "Everything that leads to an organization: its subdomain, those that it had before, and domains of its own.",
});

export const addDomain = operatorOperation({
  name: "addDomain",
  method: "POST",
  path: "/organizations/{organization_id}/addresses",
  scope: "write",
  input: z.strictObject({ domain: name }),
  output: one,
  doc: "Notes a domain of an organization's own. It leads there once its owner has added its record to the DNS, and it was proven.",
});

export const proveDomain = operatorOperation({
  name: "proveDomain",
  method: "POST",
  path: "/organizations/{organization_id}/addresses/prove",
  scope: "write",
  input: z.strictObject({ domain: name }),
  output: one,
  doc: "Looks the record of a domain up; from then on the domain leads to the organization.",
});

export const chooseMainAddress = operatorOperation({
  name: "chooseMainAddress",
  method: "POST",
  path: "/organizations/{organization_id}/addresses/main",
  scope: "write",
  input: z.strictObject({
    /** The organization's subdomain, or a proven domain of its own. */
    address: name,
  }),
  output: one,
  doc: "Chooses the address that clients are told, and to which browsers are led from all others. Event queues end.",
});

export const removeAddress = operatorOperation({
  name: "removeAddress",
  method: "POST",
  path: "/organizations/{organization_id}/addresses/remove",
  scope: "write",
  input: z.strictObject({ address: name }),
  output: one,
  doc: "Has an earlier subdomain or a domain lead nowhere; others may have it then.",
});
