import type { updateSavedSnippet as contract, InputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { existingSnippet } from "../../policies/settings/snippets.ts";
import { presentSnippet } from "../../present/saved-snippet.ts";
import { findSnippet, updateSnippet } from "../../queries/settings/saved-snippets.ts";
import { changeOwn } from "../../workflows/change-own.ts";

/** Changes a snippet's title or content. */
export async function updateSavedSnippet(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  await changeOwn(ctx, caller, async ({ tx, own, tell }) => {
    const before = existingSnippet(await findSnippet(tx, own, input.saved_snippet_id));
    const title = input.title ?? before.title;
    const content = input.content ?? before.content;
    if (title === before.title && content === before.content) return;
    const after = { ...before, title, content };
    await updateSnippet(tx, own, after);
    tell({ type: "saved_snippets", op: "update", saved_snippet: presentSnippet(after) });
  });
  return {};
}
