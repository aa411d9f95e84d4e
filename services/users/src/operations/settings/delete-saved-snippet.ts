import type { deleteSavedSnippet as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { existingSnippet } from "../../policies/settings/snippets.ts";
import { deleteSnippet } from "../../queries/settings/saved-snippets.ts";
import { changeOwn } from "../../workflows/change-own.ts";

/** Deletes a snippet. */
export async function deleteSavedSnippet(
  ctx: Context,
  caller: Caller,
  { saved_snippet_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  await changeOwn(ctx, caller, async ({ tx, own, tell }) => {
    existingSnippet((await deleteSnippet(tx, own, id)) || null);
    tell({ type: "saved_snippets", op: "remove", saved_snippet_id: id });
  });
  return {};
}
