import fc from "fast-check";
import { describe, test } from "vitest";

import { bundle } from "./bundle.ts";
import type { WideMessage } from "./event-types/message.ts";
import { messagesEvent } from "./messages/events.ts";
import { openBundle, shortenFacts, shortenMessage } from "./short-messages.ts";

type New = Omit<WideMessage, "id" | "timestamp">;

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

/** Fields in the order in which clients get them. */
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

const audience = { to: "users", ids: [8, 9] } as const;
const envelope = { service: "messages", realm: 3, xid: "7" };
const usual = { mentionedUserIds: [], senderIsBot: false };

function shortText(messages: readonly New[]): string {
  const parts = messages.map((message) => shortenMessage(message));
  const events = parts.map(({ own }, index) => ({
    event: { type: "message", message: { id: index + 1, timestamp: 9, ...own } },
    like: index,
    flags: { 8: ["read"] },
  }));
  const alike = parts.map((part) => ({ audience, publicChannel: true, message: part.place }));
  return JSON.stringify({ ...envelope, events, alike });
}

describe("a bundle that says once what its messages have in common (docs/subsystems/messages.md, Writing)", () => {
  test("opens to the messages in full, key by key as they were", ({ expect }) => {
    fc.assert(
      fc.property(fc.array(newMessage, { minLength: 1, maxLength: 4 }), (messages) => {
        const { events } = openBundle(shortText(messages));
        expect(events.map(({ event }) => JSON.stringify(event))).toEqual(
          messages.map((message, index) =>
            JSON.stringify({
              type: "message",
              message: { id: index + 1, timestamp: 9, ...message },
            }),
          ),
        );
        for (const { event, ...rest } of events) {
          expect(messagesEvent.parse(event)).toEqual(event);
          expect(rest).toEqual({
            audience,
            publicChannel: true,
            flags: { 8: ["read"] },
            internal: usual,
          });
        }
      }),
    );
  });

  test("says of a few plain words neither how they look nor what is usual", ({ expect }) => {
    const [message] = fc.sample(newMessage, { numRuns: 1, seed: 1 }) as [New];
    const plain = {
      ...message,
      content: "hi",
      rendered_content: "<p>hi</p>",
      is_me_message: false,
    };
    expect(shortenMessage(plain).own).toEqual({
      sender_id: 8,
      sender_email: plain.sender_email,
      sender_full_name: plain.sender_full_name,
      avatar_url: "/avatar/8",
      avatar_is_gravatar: plain.avatar_is_gravatar,
      content: "hi",
    });
    expect(shortenFacts(usual)).toEqual({});
    for (const facts of [
      { ...usual, senderIsBot: true },
      { ...usual, mentionedUserIds: [4] },
    ])
      expect(shortenFacts(facts)).toEqual({ internal: facts });
  });

  test("is refused when it lacks what an event refers to", ({ expect }) => {
    const events = [{ event: { type: "message", message: { id: 5 } }, like: 0 }];
    const refused = "A bundle lacks what message 5 has in common.";
    expect(() => openBundle(JSON.stringify({ ...envelope, events }))).toThrow(refused);
    expect(() => openBundle(JSON.stringify({ ...envelope, events, alike: [] }))).toThrow(refused);
  });
});

test("a bundle of the earlier form is what it says", ({ expect }) => {
  const events = [{ audience, event: { type: "message", message: { id: 5 } }, internal: usual }];
  const text = JSON.stringify({ ...envelope, events });
  expect(JSON.stringify(openBundle(text))).toBe(text);
  expect(bundle.parse(openBundle(text))).toEqual(JSON.parse(text));
});
