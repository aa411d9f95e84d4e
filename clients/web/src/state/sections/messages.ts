import { matches } from "../../narrow/narrow.ts";
import { conversationOf, keyOf } from "../conversation.ts";
import type { LoadedMessage, RecentDirect, ServerEvent, State, Timeline } from "../state.ts";

type Part = Pick<State, "me" | "messages" | "timelines" | "directs">;

/** Applies what happens to messages that are loaded, and adds those that arrive where they belong. */
export function applyToMessages<S extends Part>(state: S, event: ServerEvent): S {
  switch (event.type) {
    case "message":
      return arrived(state, { ...event.message, flags: [...event.flags] });
    case "update_message":
      return edited(state, event);
    case "delete_message":
      return deleted(state, new Set(event.message_ids));
    case "update_message_flags":
      return flagged(state, event);
    case "reaction":
      return reacted(state, event);
    case "submessage":
      return withMessage(state, event.message_id, (message) => {
        const { content, message_id, msg_type, sender_id, submessage_id: id } = event;
        const added = { id, msg_type, content, message_id, sender_id };
        const rest = message.submessages.filter((one) => one.id !== id);
        return { ...message, submessages: [...rest, added] };
      });
    default:
      return state;
  }
}

function arrived<S extends Part>(state: S, message: LoadedMessage): S {
  const { id } = message;
  let isShown = false;
  const timelines = new Map(state.timelines);
  for (const [key, timeline] of state.timelines) {
    // Where the newest messages are not loaded, this one is loaded with them.
    if (!timeline.foundNewest || !matches(timeline.narrow, message, state.me)) continue;
    isShown = true;
    if (!timeline.ids.includes(id)) timelines.set(key, { ...timeline, ids: [...timeline.ids, id] });
  }
  const directs = withDirect(state, message);
  if (!isShown) return directs === state.directs ? state : { ...state, directs };
  return { ...state, directs, timelines, messages: new Map(state.messages).set(id, message) };
}

function withDirect({ directs, me }: Part, message: LoadedMessage): Part["directs"] {
  const where = conversationOf(message, me);
  if (where.kind !== "direct") return directs;
  const recent: RecentDirect = { userIds: where.userIds, newestId: message.id };
  return new Map(directs).set(keyOf(where), recent);
}

function withMessage<S extends Part>(
  state: S,
  id: number,
  change: (message: LoadedMessage) => LoadedMessage,
): S {
  const known = state.messages.get(id);
  if (known === undefined) return state;
  return { ...state, messages: new Map(state.messages).set(id, change(known)) };
}

function edited<S extends Part>(
  state: S,
  event: Extract<ServerEvent, { type: "update_message" }>,
): S {
  const next = withMessage(state, event.message_id, (message) => ({
    ...message,
    flags: [...event.flags],
    ...(event.content === undefined
      ? {}
      : {
          content: event.rendered_content ?? "",
          is_me_message: event.is_me_message ?? false,
          // A new rendering is no edit.
          ...(event.rendering_only ? {} : { last_edit_timestamp: event.edit_timestamp }),
        }),
  }));
  const changed = event.content === undefined ? next : withoutHighlights(next, event.message_id);
  return event.propagate_mode === undefined ? changed : moved(changed, event);
}

/** Forgets where in a message something was found, since its text is another one. */
function withoutHighlights<S extends Part>(state: S, id: number): S {
  const timelines = new Map(state.timelines);
  for (const [key, timeline] of state.timelines) {
    if (!timeline.found.has(id)) continue;
    const found = new Map(timeline.found);
    found.delete(id);
    timelines.set(key, { ...timeline, found });
  }
  return { ...state, timelines };
}

function moved<S extends Part>(
  state: S,
  event: Extract<ServerEvent, { type: "update_message" }>,
): S {
  const messages = new Map(state.messages);
  for (const id of event.message_ids) {
    const message = messages.get(id);
    if (message === undefined) continue;
    messages.set(id, {
      ...message,
      subject: event.subject ?? message.subject,
      topic_links: event.topic_links ?? message.topic_links,
      ...(event.new_stream_id === undefined ? {} : { stream_id: event.new_stream_id }),
    });
  }
  const timelines = new Map<string, Timeline>();
  for (const [key, timeline] of state.timelines)
    timelines.set(
      key,
      withMoved(timeline, { messages, me: state.me, ids: event.message_ids, event }),
    );
  return { ...state, messages, timelines };
}

interface Moved {
  readonly messages: State["messages"];
  readonly me: number;
  readonly ids: readonly number[];
  readonly event: Extract<ServerEvent, { type: "update_message" }>;
}

/** Takes out what is elsewhere now; a place that messages have come to is loaded again, as not all of them are known. */
function withMoved(timeline: Timeline, { event, ids, me, messages }: Moved): Timeline {
  const { narrow } = timeline;
  if (narrow.kind === "search") return timeline;
  const rest = timeline.ids.filter((id) => {
    const message = messages.get(id);
    return message !== undefined && matches(narrow, message, me);
  });
  const channelId = event.new_stream_id ?? event.stream_id;
  const isTarget =
    narrow.kind === "topic"
      ? narrow.channelId === channelId &&
        narrow.topic.toLowerCase() === (event.subject ?? event.orig_subject ?? "").toLowerCase()
      : narrow.kind === "channel" && narrow.channelId === event.new_stream_id;
  const isComplete = ids.every((id) => rest.includes(id));
  if (isTarget && !isComplete) return { ...timeline, ids: rest, isStale: true };
  return rest.length === timeline.ids.length ? timeline : { ...timeline, ids: rest };
}

function deleted<S extends Part>(state: S, gone: ReadonlySet<number>): S {
  if (![...gone].some((id) => state.messages.has(id))) return state;
  const messages = new Map(state.messages);
  for (const id of gone) messages.delete(id);
  const timelines = new Map<string, Timeline>();
  for (const [key, timeline] of state.timelines) {
    const ids = timeline.ids.filter((id) => !gone.has(id));
    timelines.set(key, ids.length === timeline.ids.length ? timeline : { ...timeline, ids });
  }
  return { ...state, messages, timelines };
}

function flagged<S extends Part>(
  state: S,
  { all, flag, messages: given, op }: Extract<ServerEvent, { type: "update_message_flags" }>,
): S {
  const messages = new Map(state.messages);
  for (const id of all ? state.messages.keys() : given) {
    const message = messages.get(id);
    if (message === undefined || message.flags.includes(flag) === (op === "add")) continue;
    const rest = message.flags.filter((one) => one !== flag);
    messages.set(id, { ...message, flags: op === "add" ? [...rest, flag] : rest });
  }
  return { ...state, messages };
}

function reacted<S extends Part>(state: S, event: Extract<ServerEvent, { type: "reaction" }>): S {
  const { emoji_code, emoji_name, op, reaction_type, user_id } = event;
  return withMessage(state, event.message_id, (message) => {
    const rest = message.reactions.filter(
      (one) =>
        one.emoji_code !== emoji_code ||
        one.reaction_type !== reaction_type ||
        one.user_id !== user_id,
    );
    const added = { emoji_code, emoji_name, reaction_type, user_id };
    return { ...message, reactions: op === "add" ? [...rest, added] : rest };
  });
}
