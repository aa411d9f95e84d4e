import { narrowKey } from "../narrow/narrow.ts";
import type { Narrow } from "./conversation.ts";
import type { LoadedMessage, State, Timeline } from "./state.ts";

/** A page of messages that was fetched. */
export interface Page {
  readonly messages: readonly LoadedMessage[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** Most messages of a conversation that are kept, so that a page stays light (docs/subsystems/web-client.md#what-is-in-the-page). */
const maxKept = 400;

/** Puts a page at the beginning of what is shown of a narrow. */
export function opened(state: State, narrow: Narrow, page: Page): State {
  const key = narrowKey(narrow);
  const before = state.timelines.get(key);
  const unread = page.messages.find(({ flags }) => !flags.includes("read"))?.id ?? null;
  const timeline: Timeline = {
    narrow,
    ids: page.messages.map(({ id }) => id),
    foundOldest: page.foundOldest,
    foundNewest: page.foundNewest,
    firstUnread: before?.isStale === true ? before.firstUnread : unread,
    isStale: false,
  };
  return withPage(state, page, timeline);
}

/** Adds a page before or behind what is loaded of a narrow; drops what is too far away then. */
export function extended(
  state: State,
  narrow: Narrow,
  { page, side }: { readonly page: Page; readonly side: "older" | "newer" },
): State {
  const before = state.timelines.get(narrowKey(narrow));
  if (before === undefined || before.isStale) return state;
  const given = page.messages.map(({ id }) => id);
  const all = [
    ...new Set(side === "older" ? [...given, ...before.ids] : [...before.ids, ...given]),
  ];
  const ids = side === "older" ? all.slice(0, maxKept) : all.slice(-maxKept);
  const isCut = ids.length < all.length;
  const timeline: Timeline = {
    ...before,
    ids,
    foundOldest: side === "older" ? page.foundOldest : before.foundOldest && !isCut,
    foundNewest: side === "newer" ? page.foundNewest : before.foundNewest && !isCut,
  };
  return withPage(state, page, timeline);
}

function withPage(state: State, { messages }: Page, timeline: Timeline): State {
  const all = new Map(state.messages);
  for (const message of messages) all.set(message.id, message);
  const timelines = new Map(state.timelines).set(narrowKey(timeline.narrow), timeline);
  return { ...state, messages: all, timelines };
}
