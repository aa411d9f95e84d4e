import { z } from "zod";

import { savedSnippet } from "./saved-snippet.ts";

/** A snippet was saved, edited or deleted, for its owner. */
export const savedSnippetsEvent = z.discriminatedUnion("op", [
  z.strictObject({
    type: z.literal("saved_snippets"),
    op: z.enum(["add", "update"]),
    saved_snippet: savedSnippet.strict().describe("The snippet as it is now"),
  }),
  z.strictObject({
    type: z.literal("saved_snippets"),
    op: z.literal("remove"),
    saved_snippet_id: z.int().describe("The snippet that is gone"),
  }),
]);
