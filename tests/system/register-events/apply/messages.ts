import { type ClientState, Misfit, numbers, type Row, rows } from "../state.ts";
import { placedMessage } from "../unread.ts";
import type { Appliers } from "./appliers.ts";

function flagsOf(message: Row): string[] {
  return message["flags"] as string[];
}

function known(state: ClientState, messageId: unknown): Row | undefined {
  return state.messages.get(Number(messageId));
}

function arrived(state: ClientState, event: Row): void {
  const message = event["message"] as Row;
  const id = Number(message["id"]);
  if (state.messages.has(id)) throw new Misfit(`Message ${id} is there already.`);
  state.messages.set(id, { ...message, flags: event["flags"] });
  if ("max_message_id" in state.data)
    state.data["max_message_id"] = Math.max(Number(state.data["max_message_id"]), id);
  const starred = state.data["starred_messages"];
  if (starred !== undefined && (event["flags"] as string[]).includes("starred"))
    state.data["starred_messages"] = [...numbers(starred), id];
}

function reacted(added: boolean) {
  return (state: ClientState, event: Row): void => {
    const message = known(state, event["message_id"]);
    if (!message) return;
    const { emoji_code, emoji_name, reaction_type, user_id } = event;
    const same = (other: Row) =>
      other["emoji_code"] === emoji_code &&
      other["reaction_type"] === reaction_type &&
      other["user_id"] === user_id;
    const before = rows(message["reactions"]);
    if (before.some(same) === added) throw new Misfit("A reaction comes or goes twice.");
    message["reactions"] = added
      ? [...before, { emoji_code, emoji_name, reaction_type, user_id }]
      : before.filter((other) => !same(other));
  };
}

function flagged(state: ClientState, event: Row): void {
  const { all, flag, messages, op } = event as { all: boolean; flag: string; op: string } & Row;
  const ids = all ? [...state.messages.keys()] : numbers(messages);
  const details = (event["message_details"] ?? {}) as Record<string, Row>;
  for (const id of ids) {
    const message = known(state, id);
    const place = details[String(id)];
    if (!message && place && state.onlyUnread) addUnread(state, id, place);
    if (!message) continue;
    const rest = flagsOf(message).filter((one) => one !== flag);
    message["flags"] = op === "add" ? [...rest, flag] : rest;
  }
  const starred = state.data["starred_messages"];
  if (flag !== "starred" || starred === undefined) return;
  const rest = numbers(starred).filter((id) => !ids.includes(id));
  state.data["starred_messages"] = op === "add" ? [...rest, ...ids] : rest;
}

/** A message that the client had not loaded is unread again. */
function addUnread(state: ClientState, id: number, place: Row): void {
  const users = [...numbers(place["user_ids"]), state.userId];
  const whole = place["type"] === "stream" ? place : { ...place, user_ids: users };
  state.messages.set(id, placedMessage(id, whole, place["mentioned"] === true));
}

function deleted(state: ClientState, event: Row): void {
  const ids =
    event["message_ids"] === undefined
      ? [Number(event["message_id"])]
      : numbers(event["message_ids"]);
  for (const id of ids) {
    state.messages.delete(id);
    state.gone.add(id);
  }
  const starred = state.data["starred_messages"];
  if (starred !== undefined)
    state.data["starred_messages"] = numbers(starred).filter((id) => !ids.includes(id));
}

function edited(state: ClientState, event: Row): void {
  const changed = known(state, event["message_id"]);
  if (changed) changed["flags"] = event["flags"];
  if (changed && event["content"] !== undefined) {
    changed["content"] = event[state.wishes.apply_markdown ? "rendered_content" : "content"];
    changed["is_me_message"] = event["is_me_message"];
    if (event["rendering_only"] !== true) changed["last_edit_timestamp"] = event["edit_timestamp"];
  }
  if (event["propagate_mode"] === undefined) return;
  for (const id of numbers(event["message_ids"])) {
    const message = known(state, id);
    if (!message) continue;
    if (!onlyResolves(event)) message["last_moved_timestamp"] = event["edit_timestamp"];
    if (event["subject"] !== undefined) message["subject"] = event["subject"];
    if (event["topic_links"] !== undefined) message["topic_links"] = event["topic_links"];
    if (event["new_stream_id"] !== undefined) message["stream_id"] = event["new_stream_id"];
  }
}

/**
 * Tells whether a move only marks a topic as resolved or takes the mark away, which does not count as one
 * (docs/behaviour/messages.md#resolving-topics).
 */
function onlyResolves({ subject, orig_subject: before, new_stream_id: channel }: Row): boolean {
  if (channel !== undefined) return false;
  return subject === `✔ ${String(before)}` || before === `✔ ${String(subject)}`;
}

/** Of messages; what has no lasting effect is only held against its schema. */
export const messagesAppliers: Appliers = {
  message: arrived,
  submessage: (state, event) => {
    const message = known(state, event["message_id"]);
    if (!message) return;
    const { content, message_id, msg_type, sender_id, submessage_id: id } = event;
    const added = { content, id, message_id, msg_type, sender_id };
    message["submessages"] = [...rows(message["submessages"]), added];
  },
  "reaction add": reacted(true),
  "reaction remove": reacted(false),
  "update_message_flags add": flagged,
  "update_message_flags remove": flagged,
  delete_message: deleted,
  update_message: edited,
};
