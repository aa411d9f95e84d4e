import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";

/** A token of an organization, without what it is. */
const scimClient = z.object({ id: z.int(), name: z.string() });

export type ScimClient = z.infer<typeof scimClient>;

export const checkScimToken = internalOperation({
  name: "checkScimToken",
  owner: "users",
  input: z.object({ realmId: z.int(), token: z.string() }),
  output: scimClient,
  doc: "Whose token it is that came with a SCIM request, and notes that it was used. UNAUTHORIZED when the organization has none like it.",
});

export const answerScim = internalOperation({
  name: "answerScim",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    client: scimClient,
    address: z.string(),
    method: z.string(),
    /** Behind `/scim/v2`. */
    path: z.string(),
    /** Without the question mark. */
    query: z.string(),
    /** Empty for none. */
    body: z.string(),
    ifMatch: z.string().nullable(),
    ifNoneMatch: z.string().nullable(),
  }),
  output: z.object({
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    /** JSON; null for none. */
    body: z.string().nullable(),
  }),
  doc: "The answer to a SCIM request, refusals as well, but those that concern all requests (docs/behaviour/scim.md).",
});
