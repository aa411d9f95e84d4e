import { conversationOf, directWith, keyOf, topicKey } from "../conversation.ts";
import type { ServerEvent, State, Status } from "../state.ts";

type Part = Pick<State, "me" | "presences" | "profileFields" | "statuses" | "typing">;

/** Applies how people appear to others: whether they are there, what they show beside the name, and whether they write. */
export function applyToAppearances<S extends Part>(state: S, event: ServerEvent): S {
  switch (event.type) {
    case "presence": {
      const presences = new Map(state.presences);
      for (const [id, one] of Object.entries(event.presences))
        presences.set(Number(id), { activeAt: one.active_timestamp, idleAt: one.idle_timestamp });
      return { ...state, presences };
    }
    case "user_status":
      return { ...state, statuses: withStatus(state.statuses, event) };
    case "custom_profile_fields":
      return { ...state, profileFields: event.fields };
    case "typing":
      return { ...state, typing: withTyping(state, event) };
    case "message": {
      const key = keyOf(conversationOf(event.message, state.me));
      return { ...state, typing: withoutTypist(state.typing, key, event.message.sender_id) };
    }
    case "realm_user": {
      if (event.op !== "remove") return state;
      const statuses = new Map(state.statuses);
      statuses.delete(event.person.user_id);
      return { ...state, statuses };
    }
    default:
      return state;
  }
}

function withStatus(
  before: State["statuses"],
  event: Extract<ServerEvent, { type: "user_status" }>,
): State["statuses"] {
  const { emoji_code: code, emoji_name: name, reaction_type: kind, status_text: text } = event;
  const { status_text: formerText, ...formerEmoji } = before.get(event.user_id) ?? {};
  const newText = text ?? formerText ?? "";
  const emoji: Status =
    name === undefined ? formerEmoji : { emoji_name: name, emoji_code: code, reaction_type: kind };
  const next: Status = {
    ...(newText === "" ? {} : { status_text: newText }),
    ...(emoji.emoji_name === undefined || emoji.emoji_name === "" ? {} : emoji),
  };
  const statuses = new Map(before);
  if (Object.keys(next).length === 0) statuses.delete(event.user_id);
  else statuses.set(event.user_id, next);
  return statuses;
}

function withTyping(
  { me, typing: before }: Part,
  event: Extract<ServerEvent, { type: "typing" }>,
): State["typing"] {
  const { user_id: id } = event.sender;
  if (id === me) return before;
  const key =
    event.message_type === "stream"
      ? topicKey(event.stream_id, event.topic)
      : keyOf(
          directWith(
            event.recipients.map(({ user_id: one }) => one),
            me,
          ),
        );
  if (event.op === "stop") return withoutTypist(before, key, id);
  const typists = before.get(key) ?? [];
  return typists.includes(id) ? before : new Map(before).set(key, [...typists, id]);
}

function withoutTypist(before: State["typing"], key: string, id: number): State["typing"] {
  const typists = before.get(key);
  if (typists?.includes(id) !== true) return before;
  const typing = new Map(before);
  const rest = typists.filter((one) => one !== id);
  if (rest.length === 0) typing.delete(key);
  else typing.set(key, rest);
  return typing;
}
