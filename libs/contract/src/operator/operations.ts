import { z } from "zod";

import { planNames } from "../internal/organization-limits.ts";
import {
  accountKey,
  createPasswordLink,
  replaceAccountKey,
  resetAccountFactors,
} from "./accounts.ts";
import {
  addDomain,
  chooseMainAddress,
  getAddresses,
  proveDomain,
  removeAddress,
  renameOrganization,
} from "./addresses.ts";
import { auditDestinationOperations } from "./audit-destinations.ts";
import { listDeletions, mostDeletionDays } from "./deletions.ts";
import { directory, directorySync } from "./directory.ts";
import { erasePerson, getErasures } from "./erasures.ts";
import { createExport, downloadExport, getExports } from "./exports.ts";
import { identityProvider } from "./identity-provider.ts";
import { addImportPiece, beginImport, cancelImport, createImport, getImport } from "./imports.ts";
import {
  closeLegalHold,
  createHoldExport,
  createLegalHold,
  deleteHoldExport,
  downloadHoldExport,
  getHoldExports,
  getLegalHolds,
} from "./legal-holds.ts";
import { operatorLimitsChange } from "./limits.ts";
import { moveOrganization } from "./moves.ts";
import { operatorOperation } from "./operator-operation.ts";
import { organization } from "./organization.ts";
import {
  createPersonExport,
  deletePersonExport,
  downloadPersonExport,
  getPersonExports,
} from "./person-exports.ts";
import { samlProvider } from "./saml-provider.ts";
import { endScimToken, getScimTokens, giveScimToken } from "./scim.ts";
import { text } from "./text.ts";
import { getUsage } from "./usage.ts";

const one = z.object({ organization });
/** Takes 300 characters, so that it fits on a page. */
const reason = text(300);

const page = {
  /** Continues behind the id that a page ended with. */
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
};

export const listOrganizations = operatorOperation({
  name: "listOrganizations",
  method: "GET",
  path: "/organizations",
  scope: "read",
  input: z.strictObject({ ...page, subdomain: text(63).optional() }),
  output: z.object({ organizations: z.array(organization) }),
  doc: "Organizations by id, a page at a time; with `subdomain` the one that has it.",
});

export const createOrganization = operatorOperation({
  name: "createOrganization",
  method: "POST",
  path: "/organizations",
  scope: "secrets",
  input: z.strictObject({
    subdomain: text(63),
    name: text(100),
    plan: z.enum(planNames).default("self_hosted"),
    allow_reserved: z.boolean().default(false),
    owner: z.strictObject({
      email: text(254),
      full_name: text(200),
      password: text(200).nullable().default(null),
      can_create_users: z.boolean().default(false),
    }),
  }),
  output: z.object({ organization, owner: accountKey.optional() }),
  doc: "Creates an organization with its owner, whose key is in the answer. A repeated request has no key in its answer.",
});

export const inviteOrganization = operatorOperation({
  name: "inviteOrganization",
  method: "POST",
  path: "/organization_invitations",
  scope: "secrets",
  input: z.strictObject({ days: z.int().min(1).max(90).default(7) }),
  output: z.object({ url: z.string().optional() }),
  doc: "Makes a link with which somebody creates an organization, once within so many days. A repeated request has no link in its answer.",
});

export const getOrganization = operatorOperation({
  name: "getOrganization",
  method: "GET",
  path: "/organizations/{organization_id}",
  scope: "read",
  input: z.strictObject({}),
  output: one,
  doc: "One organization.",
});

export const updateOrganization = operatorOperation({
  name: "updateOrganization",
  method: "PATCH",
  path: "/organizations/{organization_id}",
  scope: "write",
  input: z.strictObject({
    plan: z.enum(planNames).optional(),
    limits: operatorLimitsChange.default({}),
    /** Takes limits below what the organization has, which stays; nothing comes on top. */
    force: z.boolean().default(false),
  }),
  output: one,
  doc: 'Changes plan and limits, from the next request on. A limit is a number, null for none, or "plan" for that of the plan. One below what the organization has is refused unless `force` is true.',
});

export const getSignIn = operatorOperation({
  name: "getSignIn",
  method: "GET",
  path: "/organizations/{organization_id}/sign_in",
  scope: "read",
  input: z.strictObject({}),
  output: z.object({
    authentication_methods: z.record(z.string(), z.boolean()),
    identity_providers: z.array(identityProvider.omit({ clientSecret: true })),
    saml_providers: z.array(samlProvider),
    /** Null without one. */
    directory: directory.omit({ bindPassword: true }).nullable(),
    /** The latest synchronisation; null before the first. */
    directory_sync: directorySync.nullable(),
  }),
  doc: "How people sign in to an organization: the methods that it has, and whether each is switched on; its directory and the identity providers of its own, without their secrets, those that speak SAML apart.",
});

export const updateSignIn = operatorOperation({
  name: "updateSignIn",
  method: "PATCH",
  path: "/organizations/{organization_id}/sign_in",
  scope: "write",
  input: z.strictObject({
    authentication_methods: z.record(z.string(), z.boolean()).optional(),
    identity_providers: z
      .array(identityProvider.partial({ clientSecret: true }))
      .max(20)
      .optional(),
    saml_providers: z.array(samlProvider).max(20).optional(),
    directory: directory.nullable().optional(),
  }),
  output: one,
  doc: "Switches methods, replaces all of an organization's own identity providers, or all that speak SAML, and its directory, which null removes. One that it has keeps its secret when none is given.",
});

export const syncDirectory = operatorOperation({
  name: "syncDirectory",
  method: "POST",
  path: "/organizations/{organization_id}/sync_directory",
  scope: "write",
  input: z.strictObject({ dry_run: z.boolean().default(false), force: z.boolean().default(false) }),
  output: z.object({ sync: directorySync }),
  doc: "Makes accounts agree with the organization's directory now, or with `dry_run` says what that would change. `force` deactivates people also when there are suspiciously many.",
});

export const suspendOrganization = operatorOperation({
  name: "suspendOrganization",
  method: "POST",
  path: "/organizations/{organization_id}/suspend",
  scope: "write",
  input: z.strictObject({ reason: reason.default("") }),
  output: one,
  doc: "Locks everybody out at once and ends event queues; the reason is for people.",
});

export const reactivateOrganization = operatorOperation({
  name: "reactivateOrganization",
  method: "POST",
  path: "/organizations/{organization_id}/reactivate",
  scope: "write",
  input: z.strictObject({}),
  output: one,
  doc: "Lets everybody in again, each with a new key.",
});

export const scheduleDeletion = operatorOperation({
  name: "scheduleDeletion",
  method: "POST",
  path: "/organizations/{organization_id}/deletion",
  scope: "write",
  input: z.strictObject({
    /** The organization's subdomain once more; of the root domain's, which has none, its host name. */
    confirm: text(254),
    /** Days in which this can be cancelled; DELETION_DAYS when left out. */
    in_days: z.int().min(0).max(mostDeletionDays).optional(),
  }),
  output: one,
  doc: "Has a suspended organization deleted, with everything that it has, once some days have passed. There is no way back then.",
});

export const cancelDeletion = operatorOperation({
  name: "cancelDeletion",
  method: "POST",
  path: "/organizations/{organization_id}/deletion/cancel",
  scope: "write",
  input: z.strictObject({}),
  output: one,
  doc: "Keeps an organization whose deletion has not begun. It stays suspended.",
});

export const listActions = operatorOperation({
  name: "listActions",
  method: "GET",
  path: "/actions",
  scope: "read",
  input: z.strictObject({ ...page, organization_id: z.coerce.number().int().optional() }),
  output: z.object({
    actions: z.array(
      z.object({
        id: z.int(),
        organization_id: z.int(),
        /** UNIX seconds. */
        acted_at: z.int(),
        key_name: z.string(),
        operation: z.string(),
        input: z.record(z.string(), z.unknown()),
        request_id: z.string(),
        /** Open while another service is still to carry it out. */
        state: z.enum(["open", "done"]),
      }),
    ),
  }),
  doc: "Everything that was changed through this interface, in order, a page at a time.",
});

export const operatorOperations = [
  listOrganizations,
  createOrganization,
  inviteOrganization,
  getOrganization,
  updateOrganization,
  getSignIn,
  updateSignIn,
  renameOrganization,
  getAddresses,
  addDomain,
  proveDomain,
  chooseMainAddress,
  removeAddress,
  moveOrganization,
  syncDirectory,
  getScimTokens,
  giveScimToken,
  endScimToken,
  ...auditDestinationOperations,
  suspendOrganization,
  reactivateOrganization,
  scheduleDeletion,
  cancelDeletion,
  listDeletions,
  replaceAccountKey,
  createPasswordLink,
  resetAccountFactors,
  createExport,
  getExports,
  downloadExport,
  getLegalHolds,
  createLegalHold,
  closeLegalHold,
  getHoldExports,
  createHoldExport,
  deleteHoldExport,
  downloadHoldExport,
  getPersonExports,
  createPersonExport,
  deletePersonExport,
  downloadPersonExport,
  erasePerson,
  getErasures,
  createImport,
  addImportPiece,
  beginImport,
  getImport,
  cancelImport,
  listActions,
  getUsage,
] as const;
