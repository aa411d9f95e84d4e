import { narrowKey } from "../narrow/narrow.ts";
import type { Narrow, Search } from "./conversation.ts";
import type { Highlights, LoadedMessage, State, Timeline } from "./state.ts";

/** A page of messages that was fetched. */
export interface Page {
  readonly messages: readonly LoadedMessage[];
  readonly found: ReadonlyMap<number, Highlights>;
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
    found: page.found,
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
    found: new Map([...before.found, ...page.found]),
    foundOldest: side === "older" ? page.foundOldest : before.foundOldest && !isCut,
    foundNewest: side === "newer" ? page.foundNewest : before.foundNewest && !isCut,
  };
  return withPage(state, page, timeline);
}

/** Puts the line above what is unread before a message. */
export function withUnreadLine(state: State, narrow: Narrow, messageId: number): State {
  const key = narrowKey(narrow);
  const before = state.timelines.get(key);
  if (before === undefined) return state;
  const timeline = { ...before, firstUnread: messageId };
  return { ...state, timelines: new Map(state.timelines).set(key, timeline) };
}

/** Adds a new message to a search that it matches, behind all that were found. */
export function withMatch(
  state: State,
  search: Search,
  { found, message }: { readonly message: LoadedMessage; readonly found: Highlights },
): State {
  const before = state.timelines.get(narrowKey(search));
  if (before?.foundNewest !== true || before.ids.includes(message.id)) return state;
  const timeline: Timeline = {
    ...before,
    ids: [...before.ids, message.id],
    found: new Map(before.found).set(message.id, found),
  };
  const page = { messages: [message], found: timeline.found, foundOldest: true, foundNewest: true };
  return withPage(state, page, timeline);
}

/** Forgets what was found: a search is made again whenever it is opened. */
export function withoutSearch(state: State, search: Search): State {
  const timelines = new Map(state.timelines);
  timelines.delete(narrowKey(search));
  return { ...state, timelines };
}

function withPage(state: State, { messages }: Page, timeline: Timeline): State {
  const all = new Map(state.messages);
  for (const message of messages) all.set(message.id, message);
  const timelines = new Map(state.timelines).set(narrowKey(timeline.narrow), timeline);
  return { ...state, messages: all, timelines };
}
