import { z } from "zod";

import { boundedText } from "../bounded-text.ts";
import { pathId } from "../param.ts";
import { visibleName } from "../visible-name.ts";

/** A saved snippet as clients see it (docs/behaviour/drafts-and-scheduled.md#saved-snippets). */
export const savedSnippet = z.object({
  id: z.int().describe("Unique id"),
  title: z.string().describe("What it is called"),
  content: z.string().describe("Markdown to be put into a message"),
  date_created: z.int().describe("UNIX seconds"),
});

export type SavedSnippet = z.infer<typeof savedSnippet>;

/** Limits of docs/behaviour/drafts-and-scheduled.md#saved-snippets. */
export const snippetTitle = visibleName("title", boundedText(60));
export const snippetContent = boundedText(10_000);

export const snippetIdParam = pathId("The snippet");
