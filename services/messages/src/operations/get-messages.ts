import {
  emptyTopicDisplayName,
  type FetchedMessage,
  type getMessages as contract,
  type InputOf,
  type OutputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Anonymous } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import type { RealmWorld } from "../directories/realm-world.ts";
import { isSpectator, loadReaderWorld } from "../directories/spectator.ts";
import { fetchByIds, fetchRange, type FetchedRows } from "../fetching/fetch-rows.ts";
import { searchFor } from "../fetching/search-for.ts";
import { expandWith } from "../narrow/expand-with.ts";
import { searchText } from "../narrow/search-text.ts";
import { checkSpectatorNarrow } from "../policies/spectator-narrow.ts";
import { presentFetched } from "../present/fetched-message.ts";
import { listHighlights } from "../queries/words.ts";

type Input = InputOf<typeof contract>;

const maxMessages = 5000;
const rangeParameters =
  "num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor";

/** Fetches messages (specification, GET /messages; reference/behaviour.md §4). */
export async function getMessages(
  ctx: Context,
  caller: Caller | Anonymous,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  checkCombination(input);
  const world = await loadReaderWorld(ctx, caller);
  const narrow = isSpectator(world.actor) ? checkSpectatorNarrow(input.narrow) : input.narrow;
  const expanded = await expandWith(ctx.db, world, narrow);
  const searches = await searchFor(ctx, world, expanded);
  const { message_ids: ids } = input;
  const { rows, ...facts } =
    ids === undefined
      ? await fetchRange(ctx.db, searches, input)
      : await fetchByIds(ctx.db, searches, ids);
  const messages = await markMatches(ctx, world, {
    text: searchText(expanded),
    messages: present(rows, input, world),
  });
  return { ...facts, history_limited: false, messages };
}

interface Marking {
  /** Null when nothing was searched for. */
  readonly text: string | null;
  readonly messages: FetchedMessage[];
}

/** Adds where the words are that were searched for. */
async function markMatches(
  ctx: Context,
  { realmId }: RealmWorld,
  { text, messages }: Marking,
): Promise<FetchedMessage[]> {
  if (text === null || messages.length === 0) return messages;
  const ids = messages.map(({ id }) => id);
  const rows = await listHighlights(ctx.db, { realmId, ids, text });
  const found = new Map(rows.map((row) => [row.id, row]));
  return messages.map((message) => {
    const { content = "", subject = "" } = found.get(message.id) ?? {};
    return { ...message, match_content: content, match_subject: subject };
  });
}

function present(rows: FetchedRows["rows"], input: Input, world: RealmWorld): FetchedMessage[] {
  const form = {
    applyMarkdown: input.apply_markdown,
    clientGravatar: input.client_gravatar,
    emptyTopicName: input.allow_empty_topic_name ? "" : emptyTopicDisplayName,
  };
  return rows.map((row) => presentFetched(row, form, world));
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
