import type { InputOf, matchesNarrow as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { amongThese, findIds } from "../../queries/messages/find-messages.ts";
import { listHighlights } from "../../queries/messages/words.ts";
import { searchFor } from "../../workflows/fetching/search-for.ts";
import { searchText } from "../../workflows/narrow/operators/search-text.ts";

/** Tells which messages match a narrow, and where (docs/behaviour/narrows.md#matching-a-narrow). */
export async function matchesNarrow(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realm = await loadRealm(ctx, caller);
  const { search } = await searchFor(ctx, realm, input.narrow);
  const among = amongThese({ ...search, wholeHistory: false }, input.msg_ids);
  const ids = await findIds(ctx, among.search, among.stretches);
  const text = searchText(input.narrow) ?? "";
  const rows = await listHighlights(ctx.db, { realmId: realm.realmId, ids, text });
  const entries = rows.map(
    ({ id, content, subject }) =>
      [String(id), { match_content: content, match_subject: subject }] as const,
  );
  return { messages: Object.fromEntries(entries) };
}
