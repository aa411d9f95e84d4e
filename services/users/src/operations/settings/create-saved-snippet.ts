import type { createSavedSnippet as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { presentSnippet } from "../../present/saved-snippet.ts";
import { countOwn } from "../../queries/accounts/counts.ts";
import { insertSnippet } from "../../queries/settings/saved-snippets.ts";
import { changeOwn } from "../../workflows/change-own.ts";

/** Saves a text to be put into messages. */
export function createSavedSnippet(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return changeOwn(ctx, caller, async ({ tx, own, tell }) => {
    checkRoom("savedSnippetsOfUser", await countOwn(tx, own, "savedSnippets"));
    const snippet = await insertSnippet(tx, own, input);
    tell({ type: "saved_snippets", op: "add", saved_snippet: presentSnippet(snippet) });
    return { saved_snippet_id: snippet.id };
  });
}
