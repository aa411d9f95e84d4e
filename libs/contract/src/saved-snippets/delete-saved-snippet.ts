import { z } from "zod";

import { operation } from "../operation.ts";
import { snippetIdParam } from "./saved-snippet.ts";

export const deleteSavedSnippet = operation({
  name: "deleteSavedSnippet",
  method: "DELETE",
  path: "/saved_snippets/{saved_snippet_id}",
  owner: "users",
  auth: "user",
  scope: "all",
  params: { saved_snippet_id: snippetIdParam },
  response: z.object({}),
  errors: ["RESOURCE_NOT_FOUND"],
  doc: "Delete a saved snippet",
});
