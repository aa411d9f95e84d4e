import { z } from "zod";

import { operation } from "../operation.ts";
import { text } from "../param.ts";
import { snippetContent, snippetTitle } from "./saved-snippet.ts";

export const createSavedSnippet = operation({
  name: "createSavedSnippet",
  method: "POST",
  path: "/saved_snippets",
  owner: "users",
  auth: "user",
  scope: "all",
  params: {
    title: text(snippetTitle.describe("What it is called; at most 60 characters")),
    content: text(snippetContent.describe("Markdown; at most 10000 characters")),
  },
  response: z.object({ saved_snippet_id: z.int().describe("The new snippet") }),
  errors: [],
  doc: "Save a snippet\n\nTitles need not be unique.",
});
