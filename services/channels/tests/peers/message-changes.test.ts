import { type DomainEvent, factsOf } from "@team-chat/contract";
import { test } from "vitest";

import { readMessageChanges } from "../../src/consumers/message-changes.ts";

const sent = (id: number, place: object) => ({ type: "message", message: { id, ...place } });
const removed = { type: "delete_message", stream_id: 8, message_ids: [5] };

function bundleOf(...events: readonly { readonly type: string }[]) {
  const internal = { mentionedUserIds: [], senderIsBot: false };
  const all = events.map((event): DomainEvent => ({
    audience: { to: "everyone" },
    internal,
    event,
  }));
  return { service: "messages", realm: 3, xid: "1", events: all };
}

function received(...events: readonly { readonly type: string }[]) {
  const bundle = bundleOf(...events);
  return { realm: 3, facts: factsOf(bundle.events), parse: () => bundle };
}

function unread(): never {
  throw new Error("It was to be read by its facts alone.");
}

test("the facts alone of messages sent are read", ({ expect }) => {
  const bundle = received(sent(41, { stream_id: 7 }), sent(40, {}), sent(42, { stream_id: 7 }));
  const events = [{ type: "message", channelIds: [7] }];
  expect(readMessageChanges({ ...bundle, parse: unread })).toEqual({ realm: 3, events });
});

test("a bundle without facts is read as a whole", ({ expect }) => {
  const bundle = received(sent(41, { stream_id: 7 }), removed);
  const events = [{ type: "message", channelIds: [7] }, removed];
  expect(readMessageChanges({ ...bundle, facts: null })).toEqual({ realm: 3, events });
});

test("what was removed or moved is told beside what was sent with it", ({ expect }) => {
  const edited = { type: "update_message", stream_id: 8, message_ids: [6] };
  const moved = { ...edited, new_stream_id: 9 };
  const { events } = readMessageChanges(
    received(sent(40, { stream_id: 7 }), removed, edited, moved),
  );
  expect(events).toEqual([{ type: "message", channelIds: [7] }, removed, moved]);
});
