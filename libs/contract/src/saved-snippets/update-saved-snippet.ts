import { z } from "zod";

import { operation } from "../operation.ts";
import { text } from "../param.ts";
import { snippetContent, snippetIdParam, snippetTitle } from "./saved-snippet.ts";

export const updateSavedSnippet = operation({
  name: "updateSavedSnippet",
  method: "PATCH",
  path: "/saved_snippets/{saved_snippet_id}",
  owner: "users",
  auth: "user",
  scope: "all",
  params: {
    saved_snippet_id: snippetIdParam,
    title: text(snippetTitle.optional().describe("New title; at most 60 characters")),
    content: text(snippetContent.optional().describe("New Markdown; at most 10000 characters")),
  },
  response: z.object({}),
  errors: ["RESOURCE_NOT_FOUND"],
  doc: "Edit a saved snippet",
});
