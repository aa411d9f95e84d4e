import {
  emptyTopicDisplayName,
  type getMessages as contract,
  type InputOf,
  type OutputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { loadWorld, type RealmWorld } from "../directories/realm-world.ts";
import { fetchByIds, fetchRange, type FetchedRows } from "../fetching/fetch-rows.ts";
import { searchFor } from "../fetching/search-for.ts";
import { presentFetched } from "../present/fetched-message.ts";

type Input = InputOf<typeof contract>;

const maxMessages = 5000;
const rangeParameters =
  "num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor";

/** Fetches messages (specification, GET /messages; reference/behaviour.md §4). */
export async function getMessages(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  checkCombination(input);
  const world = await loadWorld(ctx, caller);
  const search = await searchFor(ctx, world, input.narrow);
  const { message_ids: ids } = input;
  const { rows, ...facts } =
    ids === undefined
      ? await fetchRange(ctx.db, search, { ...input, world })
      : await fetchByIds(ctx.db, search, ids);
  return { ...facts, history_limited: false, messages: present(rows, input, world) };
}

function present(rows: FetchedRows["rows"], input: Input, world: RealmWorld) {
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
