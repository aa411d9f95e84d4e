import { type Conversation, conversationOf, directWith, keyOf } from "../conversation.ts";
import type { ServerEvent, State, Unread, UnreadSummary } from "../state.ts";

type Part = Pick<State, "me" | "unread" | "mentions">;

/** Applies what makes messages unread or read, and what moves and deletes unread ones. */
export function applyToUnread<S extends Part>(state: S, event: ServerEvent): S {
  switch (event.type) {
    case "message": {
      const { flags, message } = event;
      if (flags.includes("read")) return state;
      const isMention = flags.some((flag) => mentionFlags.has(flag));
      return added(state, { id: message.id, isMention, where: conversationOf(message, state.me) });
    }
    case "update_message_flags":
      return event.flag === "read" ? withFlags(state, event) : state;
    case "delete_message":
      return removed(state, event.message_ids);
    case "update_message":
      return withEdit(state, event);
    default:
      return state;
  }
}

const mentionFlags = new Set([
  "mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
]);

interface Addition {
  readonly id: number;
  readonly where: Conversation;
  readonly isMention: boolean;
}

function added<S extends Part>(state: S, { id, isMention, where }: Addition): S {
  const unread = new Map(state.unread);
  put(unread, where, [id]);
  return {
    ...state,
    unread,
    mentions: isMention ? new Set(state.mentions).add(id) : state.mentions,
  };
}

/** Adds messages to a conversation; ids stay ascending and come once. */
function put(
  unread: Map<string, Unread>,
  conversation: Conversation,
  ids: readonly number[],
): void {
  const key = keyOf(conversation);
  const before = unread.get(key)?.ids ?? [];
  const last = before.at(-1) ?? 0;
  const isNewer = ids.every((id, at) => id > (ids[at - 1] ?? last));
  const all = isNewer
    ? [...before, ...ids]
    : [...new Set([...before, ...ids])].toSorted((a, b) => a - b);
  unread.set(key, { conversation: unread.get(key)?.conversation ?? conversation, ids: all });
}

function removed<S extends Part>(state: S, ids: readonly number[]): S {
  const gone = new Set(ids);
  const unread = new Map(state.unread);
  let hasChanged = false;
  for (const [key, { conversation, ids: before }] of state.unread) {
    const rest = before.filter((id) => !gone.has(id));
    if (rest.length === before.length) continue;
    hasChanged = true;
    if (rest.length === 0) unread.delete(key);
    else unread.set(key, { conversation, ids: rest });
  }
  if (!hasChanged) return state;
  return { ...state, unread, mentions: new Set([...state.mentions].filter((id) => !gone.has(id))) };
}

function withFlags<S extends Part>(
  state: S,
  event: Extract<ServerEvent, { type: "update_message_flags" }>,
): S {
  if (event.op === "add") {
    if (event.all) return { ...state, unread: new Map(), mentions: new Set() };
    return removed(state, event.messages);
  }
  let next = state;
  for (const [id, details] of Object.entries(event.message_details ?? {})) {
    const where: Conversation =
      details.type === "stream"
        ? { kind: "topic", channelId: details.stream_id, topic: details.topic }
        : directWith(details.user_ids, state.me);
    next = added(next, { id: Number(id), where, isMention: details.mentioned === true });
  }
  return next;
}

function withEdit<S extends Part>(
  state: S,
  event: Extract<ServerEvent, { type: "update_message" }>,
): S {
  const { flags, message_id: edited } = event;
  const next =
    flags.includes("read") || event.content === undefined
      ? state
      : withMention(state, edited, flags);
  if (event.propagate_mode === undefined || event.stream_id === undefined) return next;
  const from = {
    kind: "topic",
    channelId: event.stream_id,
    topic: event.orig_subject ?? "",
  } as const;
  const moved = new Set(event.message_ids);
  const ids = next.unread.get(keyOf(from))?.ids.filter((id) => moved.has(id)) ?? [];
  if (ids.length === 0) return next;
  const mentions = next.mentions;
  const rest = removed(next, ids);
  const unread = new Map(rest.unread);
  const channelId = event.new_stream_id ?? event.stream_id;
  put(unread, { kind: "topic", channelId, topic: event.subject ?? from.topic }, ids);
  return { ...rest, unread, mentions };
}

/** An edit may begin or cease to mention oneself. */
function withMention<S extends Part>(state: S, id: number, flags: readonly string[]): S {
  const isMention = flags.some((flag) => mentionFlags.has(flag));
  if (isMention === state.mentions.has(id)) return state;
  const mentions = new Set(state.mentions);
  if (isMention) mentions.add(id);
  else mentions.delete(id);
  return { ...state, mentions };
}

/** Reads what is unread out of the initial data. */
export function unreadOf(summary: UnreadSummary, me: number): Pick<State, "unread" | "mentions"> {
  const unread = new Map<string, Unread>();
  for (const { stream_id: channelId, topic, unread_message_ids: ids } of summary.streams)
    put(unread, { kind: "topic", channelId, topic }, ids);
  for (const { other_user_id: id, unread_message_ids: ids } of summary.pms)
    put(unread, directWith([id], me), ids);
  for (const { unread_message_ids: ids, user_ids_string: text } of summary.huddles)
    put(unread, directWith(text.split(",").map(Number), me), ids);
  return { unread, mentions: new Set(summary.mentions) };
}
