import { z } from "zod";

import { operation } from "../operation.ts";
import { savedSnippet } from "./saved-snippet.ts";

export const listSavedSnippets = operation({
  name: "listSavedSnippets",
  method: "GET",
  path: "/saved_snippets",
  owner: "users",
  auth: "user",
  scope: "read",
  params: {},
  response: z.object({
    saved_snippets: z.array(savedSnippet).describe("The caller's snippets, oldest first"),
  }),
  errors: [],
  doc: "List one's saved snippets",
});
