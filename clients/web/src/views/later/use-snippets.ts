import type { Answer } from "../../api/address.ts";
import { call } from "../../api/call.ts";
import { listSavedSnippets } from "../../api/page-operations.ts";
import { type Loaded, useLoaded } from "../use-loaded.ts";

type Listed = NonNullable<(typeof listSavedSnippets)["operation"]>;

/** A text that somebody keeps for later use. */
export type Snippet = Answer<Listed>["saved_snippets"][number];

/** Characters that a title may have (docs/behaviour/drafts-and-scheduled.md#saved-snippets). */
export const maxTitleLength = 60;

/** Loads one's saved snippets, by title. */
export function useSnippets(): Loaded<readonly Snippet[]> {
  return useLoaded(
    async () => {
      const { compare } = new Intl.Collator();
      const { saved_snippets: all } = await call(listSavedSnippets, {});
      return all.toSorted((a, b) => compare(a.title, b.title));
    },
    ({ type }) => type === "saved_snippets",
  );
}
