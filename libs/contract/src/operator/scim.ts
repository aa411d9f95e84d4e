import { z } from "zod";

import { operatorOperation } from "./operator-operation.ts";
import { text } from "./text.ts";

/** Longest name of a token for SCIM, in characters. */
export const maxScimTokenName = 60;

/** A token for SCIM as it is shown: without what it is. Times are UNIX seconds. */
export const scimToken = z.strictObject({
  id: z.int().describe("Names it when it is to be ended"),
  name: z.string().describe("Given by whoever made it"),
  created_at: z.int().describe("UNIX seconds"),
  last_used_at: z.int().nullable().describe("UNIX seconds, to the minute; null before the first"),
});

export type ScimToken = z.infer<typeof scimToken>;

export const getScimTokens = operatorOperation({
  name: "getScimTokens",
  method: "GET",
  path: "/organizations/{organization_id}/scim_tokens",
  scope: "read",
  input: z.strictObject({}),
  output: z.object({ scim_tokens: z.array(scimToken) }),
  doc: "Tokens with which provisioning systems come to an organization by SCIM, by id.",
});

export const giveScimToken = operatorOperation({
  name: "giveScimToken",
  method: "POST",
  path: "/organizations/{organization_id}/scim_tokens",
  scope: "secrets",
  input: z.strictObject({ name: text(maxScimTokenName) }),
  output: z.object({ id: z.int(), token: z.string() }),
  doc: "Makes a token for SCIM, which is shown this once. An organization has at most 10, each with a name of its own.",
});

export const endScimToken = operatorOperation({
  name: "endScimToken",
  method: "POST",
  path: "/organizations/{organization_id}/end_scim_token",
  scope: "write",
  input: z.strictObject({ token_id: z.int() }),
  output: z.object({}),
  doc: "Ends a token for SCIM: it is refused from then on.",
});
