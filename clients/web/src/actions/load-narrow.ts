import { call } from "../api/call.ts";
import { getMessages } from "../api/operations.ts";
import type { Client } from "../live/client.ts";
import { narrowKey, termsOf } from "../narrow/narrow.ts";
import type { Narrow } from "../state/conversation.ts";
import { extended, opened, type Page } from "../state/load.ts";
import { putMessages } from "./put-messages.ts";

const pageSize = 50;

interface Range {
  readonly anchor: string;
  readonly num_before: number;
  readonly num_after: number;
  readonly include_anchor?: boolean;
}

/** Where in a narrow to begin. */
export type Anchor = number | "first_unread" | "newest";

/**
 * Loads messages of a narrow around one of them.
 * @throws Refusal
 */
export async function openNarrow(client: Client, narrow: Narrow, where: Anchor): Promise<void> {
  const anchor = String(where);
  await putMessages(client, {
    load: () => fetchPage(client, narrow, { anchor, num_before: pageSize, num_after: pageSize }),
    put: (state, page) => opened(state, narrow, page),
  });
}

/**
 * Loads the page before or behind what is loaded of a narrow.
 * @throws Refusal
 */
export async function extendNarrow(
  client: Client,
  narrow: Narrow,
  side: "older" | "newer",
): Promise<void> {
  const ids = client.state.peek().timelines.get(narrowKey(narrow))?.ids ?? [];
  const edge = side === "older" ? ids[0] : ids.at(-1);
  if (edge === undefined) return;
  const range =
    side === "older"
      ? { num_before: pageSize, num_after: 0 }
      : { num_before: 0, num_after: pageSize };
  await putMessages(client, {
    load: () =>
      fetchPage(client, narrow, { anchor: String(edge), include_anchor: false, ...range }),
    put: (state, page) => extended(state, narrow, { page, side }),
  });
}

/** People without an account must say that they look for what they may read (docs/behaviour/narrows.md#narrows-without-an-account). */
const readable = { operator: "channels", operand: "web-public" };

async function fetchPage(client: Client, narrow: Narrow, range: Range): Promise<Page> {
  const terms = termsOf(narrow);
  const answer = await call(getMessages, {
    ...range,
    narrow: client.isSpectator ? [readable, ...terms] : terms,
    client_gravatar: false,
    allow_empty_topic_name: true,
  });
  const { found_newest: foundNewest, found_oldest: foundOldest, messages } = answer;
  const found = new Map(
    messages.flatMap(({ id, match_content: content, match_subject: topic }) =>
      content === undefined || topic === undefined ? [] : [[id, { content, topic }] as const],
    ),
  );
  return { messages, found, foundOldest, foundNewest };
}
