import { unknownUserName } from "@team-chat/contract";

import { ownPermissionsOf } from "./own-permissions.ts";
import { presentNow } from "./presence.ts";
import { type ClientState, numbers, type Row, rows } from "./state.ts";
import { conversationsOf, isFollowed, unreadOf } from "./unread.ts";

/**
 * Keys that say something about the registration, not about the organization or the user. Of presences clients are told
 * who comes back, and ask for the rest once a minute: who is there is compared (`presentNow`), since when is not, and
 * neither is how many presences were stored so far.
 */
const ownKeys: readonly string[] = [
  "queue_id",
  "last_event_id",
  "server_timestamp",
  "result",
  "msg",
  "ignored_parameters_unsupported",
  "presences",
  "presence_last_update_id",
];

/** By what lists are sorted whose order says nothing. */
const unordered: Readonly<Record<string, string>> = {
  realm_users: "user_id",
  realm_non_active_users: "user_id",
  realm_bots: "user_id",
  realm_user_groups: "id",
  subscriptions: "stream_id",
  unsubscribed: "stream_id",
  never_subscribed: "stream_id",
  streams: "stream_id",
  channel_folders: "id",
  drafts: "id",
  saved_snippets: "id",
  navigation_views: "fragment",
  user_topics: "topic_name",
  realm_domains: "domain",
  scheduled_messages: "scheduled_message_id",
  reminders: "reminder_id",
};

/** Lists of ids inside of entries whose order says nothing. */
const idLists = ["members", "direct_subgroup_ids", "subscribers"] as const;

function sorted(ids: unknown): number[] {
  return numbers(ids).toSorted((a, b) => a - b);
}

function comparableEntry(entry: Row): Row {
  const { full_name, user_id } = entry;
  // Nothing else of somebody unknown means anything.
  if (full_name === unknownUserName) return { full_name, user_id };
  const copy = { ...entry };
  for (const name of idLists) if (name in copy) copy[name] = sorted(copy[name]);
  return copy;
}

function comparableList(key: string, list: readonly Row[]): Row[] {
  const by = unordered[key] ?? "";
  const keyOf = (entry: Row) => [String(entry[by]), String(entry["stream_id"])].join();
  return list.map(comparableEntry).toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
}

/**
 * Preferences for topics stay stored when a channel is archived or its user may not know it any more; without the
 * channel they mean nothing to clients.
 */
function topicsOfKnown(data: Row): Row[] {
  const { never_subscribed: never, subscriptions, unsubscribed } = data;
  if (subscriptions === undefined) return rows(data["user_topics"]);
  const channels = [...rows(subscriptions), ...rows(unsubscribed), ...rows(never)];
  const known = new Set(channels.map(({ stream_id: id }) => id));
  return rows(data["user_topics"]).filter(({ stream_id: id }) => known.has(id));
}

/** Returns the part of the initial data that must be equal. */
function comparableData(data: Row): Row {
  const kept = Object.entries(data).filter(([key]) => !ownKeys.includes(key));
  const parts = kept.map(([key, value]): [string, unknown] => {
    if (key === "user_topics") return [key, comparableList(key, topicsOfKnown(data))];
    if (key in unordered) return [key, comparableList(key, rows(value))];
    if (key === "starred_messages") return [key, sorted(value)];
    return [key, value];
  });
  return Object.fromEntries(parts);
}

/**
 * Fields with names of the sender and the place; those are known from ids, and other events tell how they are called
 * now.
 */
const namedFields = [
  "avatar_url",
  "display_recipient",
  "edit_history",
  "recipient_id",
  "sender_email",
  "sender_full_name",
  "match_content",
  "match_subject",
];

function comparableMessage(message: Row): Row {
  const copy = Object.fromEntries(
    Object.entries(message).filter(([name]) => !namedFields.includes(name)),
  );
  const reactions = rows(message["reactions"]).map(
    ({ emoji_code, emoji_name, reaction_type, user_id }) =>
      [emoji_name, emoji_code, reaction_type, user_id].join(),
  );
  return {
    ...copy,
    flags: (message["flags"] as string[]).toSorted(),
    reactions: reactions.toSorted(),
  };
}

/** The state in a form in which equal means the same to a client; what follows from messages is computed from them. */
export function comparable(state: ClientState): Row {
  const { data, messages } = state;
  const derived: Row = { ...ownPermissionsOf(state) };
  const ids = [...messages.keys()]
    .filter((id) => isFollowed(state, messages.get(id) ?? {}))
    .toSorted((a, b) => a - b);
  if ("unread_msgs" in data) derived["unread_msgs"] = unreadOf(state);
  const { recent_private_conversations: announced, ...rest } = data;
  derived["present"] = presentNow(state);
  if (announced !== undefined && !state.onlyUnread)
    derived["recent_private_conversations"] = conversationsOf(state);
  return {
    ...comparableData(rest),
    ...derived,
    messages: state.onlyUnread ? [] : ids.map((id) => comparableMessage(messages.get(id) ?? {})),
  };
}
