import type { SavedSnippet } from "@team-chat/contract";

import type { SnippetRow } from "../queries/settings/saved-snippets.ts";

/** Presents a saved snippet as its owner sees it. */
export function presentSnippet({ id, title, content, createdAt }: SnippetRow): SavedSnippet {
  return { id, title, content, date_created: Math.floor(createdAt.getTime() / 1000) };
}
