import { z } from "zod";

import { draftObject } from "../drafts/draft-object.ts";

/** Drafts of a user were created, edited or deleted. */
export const draftsEvent = z.discriminatedUnion("op", [
  z.strictObject({
    type: z.literal("drafts"),
    op: z.literal("add"),
    drafts: z.array(draftObject).min(1).describe("In order of the request"),
  }),
  z.strictObject({
    type: z.literal("drafts"),
    op: z.literal("update"),
    draft: draftObject.describe("As it is now"),
  }),
  z.strictObject({
    type: z.literal("drafts"),
    op: z.literal("remove"),
    draft_id: z.int().describe("Which is gone"),
  }),
]);
