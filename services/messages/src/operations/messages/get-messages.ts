import {
  emptyTopicDisplayName,
  type getMessages as contract,
  type InputOf,
  type MessageForm,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Anonymous, RenderedFields } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { isSpectator } from "../../domain/directories/spectator.ts";
import { loadReaderRealm } from "../../loading/load-reader-realm.ts";
import { checkSpectatorNarrow } from "../../policies/spectator-narrow.ts";
import { renderPage } from "../../present/rendered-page.ts";
import { type HighlightRow, listHighlights } from "../../queries/messages/words.ts";
import { fetchByIds, fetchRange, type FetchedPage } from "../../workflows/fetching/fetch-page.ts";
import { searchFor } from "../../workflows/fetching/search-for.ts";
import { expandWith } from "../../workflows/narrow/expand-with.ts";
import { searchText } from "../../workflows/narrow/operators/search-text.ts";

type Input = InputOf<typeof contract>;

const maxMessages = 5000;
const rangeParameters =
  "num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor";

/** Fetches messages (docs/behaviour/narrows.md#fetching-a-page). */
export async function getMessages(
  ctx: Context,
  caller: Caller | Anonymous,
  input: Input,
): Promise<RenderedFields> {
  checkCombination(input);
  const realm = await loadReaderRealm(ctx, caller);
  const narrow = isSpectator(realm.actor) ? checkSpectatorNarrow(input.narrow) : input.narrow;
  const expanded = await expandWith(ctx.db, realm, narrow);
  const searches = await searchFor(ctx, realm, expanded);
  const form = formOf(input);
  const { message_ids: ids } = input;
  const { page, ...facts } =
    ids === undefined
      ? await fetchRange(ctx, searches, { range: input, form })
      : await fetchByIds(ctx, searches, { ids, form });
  const marks = await findMarks(ctx, realm, { text: searchText(expanded), page });
  const messages = renderPage({ rows: page, form, marks }, realm);
  const fields = JSON.stringify({ ...facts, history_limited: false }).slice(1, -1);
  return new RenderedFields(`${fields},"messages":${messages}`);
}

interface Marking {
  /** Null when nothing was searched for. */
  readonly text: string | null;
  readonly page: FetchedPage["page"];
}

/** Finds the positions of the searched words. */
async function findMarks(
  ctx: Context,
  { realmId }: RealmView,
  { text, page }: Marking,
): Promise<ReadonlyMap<number, HighlightRow> | null> {
  if (text === null) return null;
  if (page.length === 0) return new Map();
  const ids = page.map(({ id }) => id);
  const rows = await listHighlights(ctx.db, { realmId, ids, text });
  return new Map(rows.map((row) => [row.id, row]));
}

function formOf(input: Input): MessageForm {
  return {
    applyMarkdown: input.apply_markdown,
    clientGravatar: input.client_gravatar,
    emptyTopicName: input.allow_empty_topic_name ? "" : emptyTopicDisplayName,
  };
}

function checkCombination(input: Input): void {
  const { message_ids: ids, num_before: before, num_after: after } = input;
  if (ids !== undefined && namesRange(input))
    throw new AppError("BAD_REQUEST", `Unsupported parameter combination: ${rangeParameters}`, {
      details: { parameters: rangeParameters },
    });
  if ((ids?.length ?? before + after) > maxMessages)
    throw new AppError("BAD_REQUEST", `Too many messages requested (maximum ${maxMessages}).`);
  if (!input.include_anchor && before > 0 && after > 0)
    throw new AppError("BAD_REQUEST", "The anchor can only be excluded at an end of the range");
}

function namesRange(input: Input): boolean {
  return (
    input.anchor !== undefined ||
    !input.include_anchor ||
    input.use_first_unread_anchor ||
    input.num_before > 0 ||
    input.num_after > 0
  );
}
