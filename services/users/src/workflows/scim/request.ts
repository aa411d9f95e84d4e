import { roles } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import type { Projection } from "../../policies/scim/listing.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import { wrong } from "../../values/scim-refusal.ts";

/** A request of a provisioning system, whose token was checked. */
export interface ScimRequest {
  readonly ctx: Context;
  readonly realm: RealmRow;
  /** Address below which resources are. */
  readonly base: string;
  readonly query: URLSearchParams;
  /** Attributes that the answer is to have. */
  readonly projection: Projection;
  /** Empty for none. */
  readonly text: string;
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  /** Of the token. */
  readonly clientName: string;
}

/**
 * Acts for provisioning systems, whose tokens owners and operators make: they may what owners may, in no group and as
 * nobody's account.
 */
export const scimActor = {
  userId: 0,
  role: roles.owner,
  canChangeUserEmails: true,
  groupIds: new Set<number>(),
} as const;

/** Reads the body of a request. @throws ScimRefusal (invalidSyntax) */
export function bodyOf({ text }: Pick<ScimRequest, "text">): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong("invalidSyntax", "The body is no JSON.");
  }
}
