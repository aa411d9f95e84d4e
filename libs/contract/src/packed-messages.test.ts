import fc from "fast-check";
import { describe, test } from "vitest";

import { bundle } from "./bundle.ts";
import { messageEvent, type NewMessageEvent } from "./event-types/new-message-event.ts";
import { messagesEvent } from "./messages/events.ts";
import { openBundle, packMessages } from "./packed-messages.ts";

type New = NewMessageEvent["message"];

const person = fc.record({
  id: fc.nat(),
  email: fc.string(),
  full_name: fc.string(),
  is_mirror_dummy: fc.constant(false),
});
const place = fc.oneof(
  fc.record({ display_recipient: fc.string(), stream_id: fc.nat() }),
  fc.record({ display_recipient: fc.array(person, { maxLength: 3 }) }),
);
const content = fc.oneof(fc.string(), fc.constantFrom("", "<b>&", 'a "b"\n\u2028c', "/me x"));

const newMessage: fc.Arbitrary<New> = fc
  .record({ place, content, html: fc.option(fc.string()), isMe: fc.boolean(), text: fc.string() })
  .map(({ content: written, html, isMe, place: where, text }) => ({
    type: "stream_id" in where ? "stream" : "private",
    sender_id: 8,
    sender_email: `${text}@example.test`,
    sender_full_name: text,
    avatar_url: "/avatar/8",
    avatar_is_gravatar: isMe,
    sender_realm_str: "",
    client: text,
    recipient_id: 4,
    subject: text,
    topic_links: text === "" ? [] : [{ text, url: "https://example.test" }],
    is_me_message: isMe,
    reactions: [],
    submessages: [],
    ...where,
    content: written,
    rendered_content: html ?? `<p>${written}</p>`,
  }));

const usual = { mentionedUserIds: [], senderIsBot: false };
const newEvent: fc.Arbitrary<NewMessageEvent> = fc.record(
  {
    audience: fc.record({ to: fc.constant("users" as const), ids: fc.array(fc.nat(9)) }),
    message: newMessage,
    publicChannel: fc.constant(true as const),
    flags: fc.constant({ 8: ["read"] }),
    internal: fc.constantFrom(usual, { mentionedUserIds: [4], senderIsBot: true }),
  },
  { requiredKeys: ["audience", "message", "internal"] },
);
const envelope = { service: "messages", realm: 3, xid: "7" };

/** The bundle of messages that are written together, as the statement puts it together. */
function packedText(events: readonly NewMessageEvent[]): string {
  const { after, tails } = packMessages(events);
  const texts = tails.map(
    (tail, index) =>
      `{"event":{"type":"message","message":{"id":${index + 1},"timestamp":9,${tail}`,
  );
  return `${JSON.stringify(envelope).slice(0, -1)},"events":[${texts.join(",")}]${after}}`;
}

describe("a bundle that says once what its messages have in common (docs/subsystems/messages.md, The event)", () => {
  test("a packed bundle opens to the events that a transaction would emit", ({ expect }) => {
    fc.assert(
      fc.property(fc.array(newEvent, { minLength: 1, maxLength: 4 }), (events) => {
        const opened = openBundle(packedText(events)).events;
        expect(opened).toEqual(
          events.map((event, index) =>
            messageEvent(event, { id: index + 1, timestamp: 9, submessages: [] }),
          ),
        );
        for (const { event } of opened) expect(messagesEvent.parse(event)).toEqual(event);
      }),
    );
  });

  test("a packed bundle says of a few plain words neither how they look nor what is usual", ({
    expect,
  }) => {
    const audience = { to: "users" as const, ids: [8, 9] };
    const [message] = fc.sample(newMessage, { numRuns: 1, seed: 1 }) as [New];
    const words = { content: "hi", rendered_content: "<p>hi</p>", is_me_message: false };
    const event = { audience, message: { ...message, ...words }, internal: usual };
    const stored = JSON.parse(packedText([event, event])) as {
      readonly events: readonly unknown[];
      readonly alike: readonly unknown[];
    };
    const packed = {
      event: {
        type: "message",
        message: {
          id: 1,
          timestamp: 9,
          sender_id: 8,
          sender_email: message.sender_email,
          sender_full_name: message.sender_full_name,
          avatar_url: "/avatar/8",
          avatar_is_gravatar: message.avatar_is_gravatar,
          content: "hi",
        },
      },
      like: 0,
    };
    expect(stored.events[0]).toEqual(packed);
    expect(stored.alike).toHaveLength(1);
  });

  test("a packed bundle is refused when it lacks what an event refers to", ({ expect }) => {
    const events = [{ event: { type: "message", message: { id: 5 } }, like: 0 }];
    const refused = "A bundle lacks what message 5 has in common.";
    expect(() => openBundle(JSON.stringify({ ...envelope, events }))).toThrow(refused);
    expect(() => openBundle(JSON.stringify({ ...envelope, events, alike: [] }))).toThrow(refused);
  });
});

test("a bundle with events in full is what it says", ({ expect }) => {
  const audience = { to: "users" as const, ids: [8, 9] };
  const events = [{ audience, event: { type: "message", message: { id: 5 } }, internal: usual }];
  const text = JSON.stringify({ ...envelope, events });
  expect(JSON.stringify(openBundle(text))).toBe(text);
  expect(bundle.parse(openBundle(text))).toEqual(JSON.parse(text));
});
