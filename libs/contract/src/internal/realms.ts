import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";
import { limitsChange, announcedLimits, announcedShare, planNames } from "./organization-limits.ts";
import { realmRecord } from "./users.ts";

export * from "./deletions.ts";
export * from "./organization-limits.ts";

const subdomain = z.string();

const newUser = z.object({
  email: z.string(),
  fullName: z.string(),
  role: z.int(),
  /** Null for an account that cannot log in with a password. */
  password: z.string().nullable(),
  /** Permissions that only the operator gives (docs/behaviour/users.md#creating-users). */
  canCreateUsers: z.boolean().default(false),
  canChangeUserEmails: z.boolean().default(false),
});

/** An account with its key, for the operator only. */
const account = z.object({ userId: z.int(), email: z.string(), apiKey: z.string() });

export const createRealm = internalOperation({
  name: "createRealm",
  owner: "users",
  input: z.object({
    subdomain,
    name: z.string(),
    owner: newUser.omit({ role: true }),
    /** Takes a subdomain that is reserved for hosts of other services. */
    allowReserved: z.boolean().default(false),
    plan: z.enum(planNames).default("self_hosted"),
  }),
  output: z.object({
    realm: realmRecord.pick({ id: true, subdomain: true, url: true }),
    owner: account,
  }),
  doc: "Creates an organization with its system groups and its owner. BAD_REQUEST with the `field` of the input that is wrong: a subdomain that is taken, reserved or malformed, a name or an address that cannot be one, a weak password.",
});

export const listRealms = internalOperation({
  name: "listRealms",
  owner: "users",
  input: z.object({}),
  output: z.object({
    realms: z.array(
      realmRecord
        .pick({ id: true, subdomain: true, url: true, name: true, deactivated: true })
        .extend({ activeUsers: z.int() }),
    ),
  }),
  doc: "All organizations, by id.",
});

export const deactivateRealm = internalOperation({
  name: "deactivateRealm",
  owner: "users",
  input: z.object({ subdomain, reason: z.string().default("") }),
  output: z.object({}),
  doc: "Locks everybody out of an organization at once. BAD_REQUEST when there is none of the name.",
});

export const reactivateRealm = internalOperation({
  name: "reactivateRealm",
  owner: "users",
  input: z.object({ subdomain }),
  output: z.object({}),
  doc: "Lets everybody into an organization again, each with a new key. BAD_REQUEST when there is none of the name.",
});

export const changePlan = internalOperation({
  name: "changePlan",
  owner: "users",
  input: z.object({
    subdomain,
    plan: z.enum(planNames).optional(),
    limits: limitsChange.default({}),
    /** Takes limits below what the organization has. */
    force: z.boolean().default(false),
  }),
  output: z.object({
    plan: z.enum(planNames),
    share: announcedShare,
    /** Left out by the release before. */
    limits: announcedLimits.optional(),
  }),
  doc: "Changes what an organization may have, and returns all of it. BAD_REQUEST when there is none of the name, and for limits below what it has unless forced.",
});

export const addRealmUser = internalOperation({
  name: "addRealmUser",
  owner: "users",
  input: newUser.extend({ realmId: z.int() }),
  output: account.extend({ created: z.boolean() }),
  doc: "The account with this address, which is created when the organization has none. An existing account is left as it is.",
});

export const addRealmBot = internalOperation({
  name: "addRealmBot",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    ownerId: z.int(),
    email: z.string(),
    fullName: z.string(),
    botType: z.int(),
    webhook: z.object({ url: z.string(), interface: z.int(), name: z.string() }).nullable(),
  }),
  output: account.extend({ created: z.boolean() }),
  doc: "The bot with this address, which is created when the organization has none; its webhook is brought to the given address.",
});

export const rotateKey = internalOperation({
  name: "rotateKey",
  owner: "users",
  input: z.object({ subdomain, email: z.string() }),
  output: account,
  doc: "Replaces the key of an account; the old one stops working at once. BAD_REQUEST when there is no such account.",
});
