import { messagesEvent } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const common = [
  "avatar_is_gravatar",
  "avatar_url",
  "client",
  "content",
  "display_recipient",
  "id",
  "is_me_message",
  "reactions",
  "recipient_id",
  "rendered_content",
  "sender_email",
  "sender_full_name",
  "sender_id",
  "sender_realm_str",
  "subject",
  "submessages",
  "timestamp",
  "topic_links",
  "type",
];

const sendings: readonly (readonly [string, (realm: Realm) => Promise<number>])[] = [
  ["in a channel", (realm) => realm.send("alice")],
  ["without a topic", (realm) => realm.send("alice", { topic: "" })],
  ["about oneself", (realm) => realm.send("alice", { content: "/me waves" })],
  ["that is a poll", (realm) => realm.send("alice", { content: "/poll a\n- b" })],
  [
    "that mentions everybody",
    (realm) => realm.send("alice", { content: "@**all** and @**User 2**" }),
  ],
  ["to one person", (realm) => realm.direct("alice", [2])],
  ["to several", (realm) => realm.direct("alice", [2, 3, 4])],
  ["to oneself", (realm) => realm.direct("alice", [1])],
  [
    "of which the sender's client knows",
    (realm) => realm.send("alice", { queue_id: "q", local_id: "1.5" }),
  ],
];

/** The statement that stores a message writes its event's text as well, past every serializer. */
describe("the event in the outbox of a message (docs/behaviour/events.md#message-events)", () => {
  test.for(sendings)(
    "%s is as its schema says, with nothing more and nothing less",
    async ([, send], { expect }) => {
      const realm = world().realm();
      const id = await send(realm);
      const raw = (await realm.events()).filter(({ event }) => event.type === "message");
      expect(raw).toHaveLength(1);
      const { event } = raw[0] ?? {};
      expect(messagesEvent.parse(event)).toEqual(event);
      const message = event?.["message"] as Readonly<Record<string, unknown>>;
      expect(message["id"]).toBe(id);
      const place = message["type"] === "stream" ? ["stream_id"] : [];
      expect(Object.keys(message).toSorted()).toEqual([...common, ...place].toSorted());
    },
  );
});
