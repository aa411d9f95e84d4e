import { createSavedSnippet } from "./create-saved-snippet.ts";
import { deleteSavedSnippet } from "./delete-saved-snippet.ts";
import { listSavedSnippets } from "./list-saved-snippets.ts";
import { updateSavedSnippet } from "./update-saved-snippet.ts";

export type { SavedSnippet } from "./saved-snippet.ts";
export { createSavedSnippet, deleteSavedSnippet, listSavedSnippets, updateSavedSnippet };

export const savedSnippetsOperations = [
  listSavedSnippets,
  createSavedSnippet,
  updateSavedSnippet,
  deleteSavedSnippet,
] as const;
