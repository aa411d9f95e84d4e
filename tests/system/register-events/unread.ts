import type { ClientState, Row } from "./state.ts";

interface Recipient {
  readonly id: number;
}

const mentionFlags = ["mentioned", "stream_wildcard_mentioned", "topic_wildcard_mentioned"];

function placeOf(message: Row, userId: number): string {
  if (message["type"] === "stream")
    return `stream ${String(message["stream_id"])} ${String(message["subject"]).toLowerCase()}`;
  const ids = (message["display_recipient"] as Recipient[]).map(({ id }) => id);
  const others = ids.length <= 2 ? ids.filter((id) => id !== userId) : ids;
  return `direct ${(others.length === 0 ? [userId] : others).toSorted((a, b) => a - b).join()}`;
}

/**
 * Tells whether the client keeps up with messages there: direct ones, and those of channels that its user is subscribed
 * to.
 */
export function isFollowed({ data }: ClientState, message: Row): boolean {
  if (message["type"] !== "stream" || data["subscriptions"] === undefined) return true;
  return (data["subscriptions"] as Row[]).some(
    (subscription) => subscription["stream_id"] === message["stream_id"],
  );
}

/**
 * Derives the unread messages by topic or conversation from the client's messages; to be compared with `unreadTold`.
 */
export function unreadOf(state: ClientState): Row {
  const { messages, userId } = state;
  const unread = [...messages.values()].filter(
    (message) => isFollowed(state, message) && !(message["flags"] as string[]).includes("read"),
  );
  const places = new Map<string, number[]>();
  for (const message of unread) {
    const place = placeOf(message, userId);
    places.set(place, [...(places.get(place) ?? []), Number(message["id"])]);
  }
  const mentions = unread.filter((message) =>
    (message["flags"] as string[]).some((flag) => mentionFlags.includes(flag)),
  );
  return present(
    places,
    mentions.map((message) => Number(message["id"])),
  );
}

function ascending(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b);
}

function present(places: ReadonlyMap<string, readonly number[]>, mentions: readonly number[]): Row {
  const entries = [...places].map(([place, ids]): [string, number[]] => [place, ascending(ids)]);
  return { places: Object.fromEntries(entries), mentions: ascending(mentions) };
}

/** `unread_msgs` of the initial data in the form of `unreadOf`. */
export function unreadAnnounced(state: ClientState, announced: Row): Row {
  const places = new Map<string, readonly number[]>();
  const add = (place: string, entry: Row) =>
    places.set(place, entry["unread_message_ids"] as number[]);
  const channels = (announced["streams"] as Row[]).filter((entry) =>
    isFollowed(state, { ...entry, type: "stream" }),
  );
  for (const entry of channels)
    add(`stream ${String(entry["stream_id"])} ${String(entry["topic"]).toLowerCase()}`, entry);
  for (const entry of announced["pms"] as Row[])
    add(`direct ${String(entry["other_user_id"])}`, entry);
  for (const entry of announced["huddles"] as Row[])
    add(`direct ${String(entry["user_ids_string"])}`, entry);
  const all = new Set([...places.values()].flat());
  return present(
    places,
    (announced["mentions"] as number[]).filter((id) => all.has(id)),
  );
}

/** `recent_private_conversations` as the messages that the client has say. */
export function conversationsOf({ messages, userId }: ClientState): Row[] {
  const newest = new Map<string, { readonly ids: number[]; readonly messageId: number }>();
  for (const message of messages.values()) {
    if (message["type"] !== "private") continue;
    const everybody = (message["display_recipient"] as Recipient[]).map(({ id }) => id);
    const ids = ascending(everybody.filter((id) => id !== userId));
    const before = newest.get(ids.join())?.messageId ?? -1;
    newest.set(ids.join(), { ids, messageId: Math.max(before, Number(message["id"])) });
  }
  return [...newest.values()]
    .map(({ ids, messageId }) => ({ max_message_id: messageId, user_ids: ids }))
    .toSorted((a, b) => b.max_message_id - a.max_message_id);
}

/** Messages as far as `unread_msgs` tells of them: where they are, and whether they mention the user. */
export function unreadMessages(announced: Row | undefined, userId: number): Map<number, Row> {
  const messages = new Map<number, Row>();
  const mentions = new Set((announced?.["mentions"] ?? []) as number[]);
  const add = (entry: Row, place: Row) => {
    for (const id of entry["unread_message_ids"] as number[])
      messages.set(id, placedMessage(id, place, mentions.has(id)));
  };
  for (const entry of (announced?.["streams"] ?? []) as Row[])
    add(entry, { type: "stream", stream_id: entry["stream_id"], topic: entry["topic"] });
  for (const entry of (announced?.["pms"] ?? []) as Row[])
    add(entry, { type: "private", user_ids: [userId, entry["other_user_id"]] });
  for (const entry of (announced?.["huddles"] ?? []) as Row[])
    add(entry, {
      type: "private",
      user_ids: String(entry["user_ids_string"]).split(",").map(Number),
    });
  return messages;
}

/** A message of which only the place is known, as `message_details` gives it. */
export function placedMessage(id: number, place: Row, isMentioned: boolean): Row {
  const facts = { id, type: place["type"], reactions: [], flags: isMentioned ? ["mentioned"] : [] };
  if (place["type"] === "stream")
    return { ...facts, stream_id: place["stream_id"], subject: place["topic"] };
  const ids = new Set(place["user_ids"] as number[]);
  return { ...facts, display_recipient: [...ids].map((one) => ({ id: one })) };
}
