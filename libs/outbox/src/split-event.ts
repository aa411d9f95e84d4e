import type { DomainEvent } from "@team-chat/contract";

type Payload = DomainEvent["event"];

/**
 * Fields that are lists of the same things in the same order, by type and operation of the event. Clients take an event
 * with such a list as so many events with one thing each, so it may be told in parts. Where an event has two lists
 * (these users in those channels), the longer one is divided.
 */
const listsOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "subscription add": [["subscriptions"]],
  "subscription remove": [["subscriptions"]],
  "subscription peer_add": [["stream_ids"], ["user_ids"]],
  "subscription peer_remove": [["stream_ids"], ["user_ids"]],
  "stream create": [["streams"]],
  "stream delete": [["streams", "stream_ids"]],
  "update_message_flags add": [["messages"]],
  "update_message_flags remove": [["messages"]],
  "user_group add_members": [["user_ids"]],
  "user_group remove_members": [["user_ids"]],
};

/**
 * Divides an event that is too long into two that tell clients what it tells. Null when it says one thing only, or is
 * of a kind that has no list.
 */
export function splitEvent(domain: DomainEvent): readonly [DomainEvent, DomainEvent] | null {
  const { event } = domain;
  const [fields] = (listsOf[`${event.type} ${String(event["op"])}`] ?? []).toSorted(
    (one, other) => lengthOf(event, other) - lengthOf(event, one),
  );
  const length = fields === undefined ? 0 : lengthOf(event, fields);
  if (fields === undefined || length < 2) return null;
  const part = (from: number, to: number) => {
    const divided = { ...event };
    for (const field of fields) divided[field] = (event[field] as unknown[]).slice(from, to);
    return { ...domain, event: withDetails(divided) };
  };
  const middle = Math.ceil(length / 2);
  return [part(0, middle), part(middle, length)];
}

function lengthOf(event: Payload, [field = ""]: readonly string[]): number {
  const list = event[field];
  return Array.isArray(list) ? list.length : 0;
}

/** Keeps a part's own descriptions of messages that were marked unread: they are in a map besides the list. */
function withDetails(event: Payload): Payload {
  const { message_details: details, messages } = event;
  if (typeof details !== "object" || details === null || !Array.isArray(messages)) return event;
  const named = new Set(messages.map(String));
  const kept = Object.entries(details).filter(([id]) => named.has(id));
  return { ...event, message_details: Object.fromEntries(kept) };
}
