import type { listSavedSnippets as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentSnippet } from "../../present/saved-snippet.ts";
import { listSnippets } from "../../queries/settings/saved-snippets.ts";

/** Lists the caller's saved snippets. */
export async function listSavedSnippets(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const rows = await listSnippets(ctx.db, { realmId: caller.realm.id, userId: caller.userId });
  return { saved_snippets: rows.map(presentSnippet) };
}
