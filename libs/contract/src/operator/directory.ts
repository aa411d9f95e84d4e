import { z } from "zod";

import { claimMapping } from "./claim-mapping.ts";

interface DirectoryKind {
  /** Filter of the people who may be here. */
  readonly people: string;
  /** Attributes that have the name with which people log in. */
  readonly loginAttributes: readonly string[];
  readonly attributes: {
    /** Never changes, and is never given to anybody else. */
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly avatar: string;
  };
}

/** Settings that directories of a kind have in common. */
export const directoryKinds = {
  openldap: {
    people: "(objectClass=inetOrgPerson)",
    loginAttributes: ["uid", "mail"],
    attributes: { id: "entryUUID", email: "mail", name: "cn", avatar: "jpegPhoto" },
  },
  activedirectory: {
    // Bit 2 of the flags says that the account is disabled.
    people:
      "(&(objectCategory=person)(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))",
    loginAttributes: ["sAMAccountName", "userPrincipalName", "mail"],
    attributes: { id: "objectGUID", email: "mail", name: "displayName", avatar: "thumbnailPhoto" },
  },
  freeipa: {
    people: "(&(objectClass=person)(uid=*)(!(nsAccountLock=TRUE)))",
    loginAttributes: ["uid", "mail"],
    attributes: { id: "ipaUniqueID", email: "mail", name: "displayName", avatar: "jpegPhoto" },
  },
} as const satisfies Readonly<Record<string, DirectoryKind>>;

type KindName = keyof typeof directoryKinds;

const kindNames = Object.keys(directoryKinds) as [KindName, ...KindName[]];
/** Place in a template at which the name stands with which somebody logs in. */
export const namePlace = "{username}";
const attribute = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/, "must be a name of an attribute");
const dn = z.string().min(1).max(1000);
const filter = z.string().min(1).max(2000);

/** Form of a directory's settings, as they are given (docs/accounts.md#directories-ldap). */
export const directory = z.strictObject({
  kind: z.enum(kindNames).default("openldap"),
  /** Without a path: what is searched is said by `base`. */
  url: z
    .string()
    .max(300)
    .regex(/^ldaps?:\/\/[^\s/?#@]+\/?$/, "must be ldaps://host or ldap://host"),
  /** True if a connection to `ldap://` is encrypted before anything else is said. */
  startTls: z.boolean().default(false),
  /** Certificates of the authorities that vouch for the server, as PEM; those that everybody trusts when left out. */
  certificateAuthority: z.string().startsWith("-----BEGIN CERTIFICATE-----").max(50_000).optional(),
  /** Below which people are. */
  base: dn,
  /** Name of an account that searches; needed unless there is a template, and for synchronisation. */
  bindDn: dn.optional(),
  bindPassword: z.string().min(1).max(1000).optional(),
  /** Name of somebody's entry, with the place of the name that they log in with; without it they are searched for. */
  userDn: dn
    .refine((text) => text.split(namePlace).length === 2, `must have one ${namePlace}`)
    .refine((text) => text.includes("="), "must be a distinguished name")
    .optional(),
  people: filter.optional(),
  loginAttributes: z.array(attribute).min(1).max(5).optional(),
  attributes: z
    .strictObject({
      id: attribute.optional(),
      email: attribute.optional(),
      name: attribute.optional(),
      /** Null for no pictures. */
      avatar: attribute.nullable().optional(),
    })
    .default({}),
  /** Says how groups are found that people's entries do not name; `mapping` then has their names as `groups`. */
  groups: z
    .strictObject({
      base: dn,
      filter: filter.default("(objectClass=groupOfNames)"),
      /** Attribute with the members. */
      member: attribute.default("member"),
      /** Attribute of people that stands in it; their distinguished names when left out. */
      holds: attribute.optional(),
      name: attribute.default("cn"),
    })
    .optional(),
  /** True if whoever has no account gets one. */
  createsAccounts: z.boolean().default(true),
  /** Gives people role, user groups and profile by their attributes. */
  mapping: claimMapping.default({}),
  /** Minutes between two synchronisations; null for none. */
  syncMinutes: z.int().min(15).max(10_080).nullable().default(60),
});

/** Outcome of a synchronisation, or of one that only was tried. */
export const directorySync = z.object({
  /** UNIX seconds. */
  at: z.int(),
  outcome: z.enum(["done", "refused", "failed"]),
  /** Why not everything was done; empty when it was. */
  problem: z.string(),
  /** People that the directory has. */
  people: z.int(),
  /** Accounts that belong to the directory. */
  accounts: z.int(),
  /** Accounts whose name, role, groups, profile or picture is another one. */
  updated: z.int(),
  deactivated: z.int(),
  reactivated: z.int(),
  /** The first 500 of these. */
  changes: z.array(
    z.object({ email: z.string(), change: z.enum(["updated", "deactivated", "reactivated"]) }),
  ),
});

export type DirectorySync = z.output<typeof directorySync>;
