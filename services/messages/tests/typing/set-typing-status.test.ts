import { setTypingStatus } from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

test.for([
  ["to nobody named", {}, "Missing 'to' argument"],
  ["to an empty list", { to: [] }, "Empty 'to' list"],
  ["to somebody unknown", { to: [77] }, "Invalid user ID 77"],
  ["in no channel", { type: "channel", topic: "t" }, "Missing 'stream_id' argument"],
  ["under no topic", { type: "channel", stream_id: 1 }, "Missing topic"],
  [
    "under a topic that is longer than any",
    { type: "channel", stream_id: 1, topic: "t".repeat(10_001) },
    "topic is too long",
  ],
  ["in a channel unseen", { type: "stream", stream_id: 3, topic: "t" }, "Invalid channel ID"],
] as const)(
  "typing %s is refused (docs/behaviour/messages.md#typing)",
  async ([, params, message], { expect }) => {
    const realm = world().realm();
    const given = { op: "start", ...params };
    const asked = realm.request("bob", withAnyParams(setTypingStatus), given);
    await expect(asked).rejects.toThrow(message);
    expect(await realm.events()).toEqual([]);
  },
);

test("typing is refused for those who keep it to themselves (docs/behaviour/messages.md#typing)", async ({
  expect,
}) => {
  const realm = world().realm();
  const settings = {
    send_private_typing_notifications: false,
    send_stream_typing_notifications: false,
  };
  realm.data.setUser(2, { settings });
  const direct = realm.request("bob", setTypingStatus, { op: "start", to: [1] });
  await expect(direct).rejects.toThrow("disabled typing notifications for direct messages");
  const params = { type: "channel", op: "start", stream_id: 1, topic: "t" } as const;
  const channel = realm.request("bob", setTypingStatus, params);
  await expect(channel).rejects.toThrow("disabled typing notifications for channel messages");
});

test("typing is told to the people of a conversation who want it (docs/behaviour/messages.md#typing)", async ({
  expect,
}) => {
  const realm = world().realm();
  realm.data.setUser(3, { settings: { receives_typing_notifications: false } });
  await realm.request("bob", setTypingStatus, { op: "start", to: [1, 3] });
  const [event] = await realm.eventsOf("typing");
  expect(event?.audience).toEqual({ to: "users", ids: [1, 2] });
  expect(event?.event).toEqual({
    type: "typing",
    op: "start",
    message_type: "direct",
    sender: { user_id: 2, email: "user2@example.com" },
    recipients: [1, 2, 3].map((id) => ({ user_id: id, email: `user${id}@example.com` })),
  });
});

test("typing is told to subscribers, unless they are many (docs/behaviour/messages.md#typing)", async ({
  expect,
}) => {
  const realm = world().realm();
  const params = { type: "channel", op: "stop", stream_id: 1, topic: "(no topic)" } as const;
  await realm.request("bob", setTypingStatus, params);
  for (let id = 10; id < 107; id += 1) {
    realm.data.setUser(id);
    realm.data.setMembership(id, 1);
  }
  await realm.request("bob", setTypingStatus, params);
  const events = await realm.eventsOf("typing");
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    audience: { to: "users", ids: [1, 2, 3, 4] },
    event: { op: "stop", message_type: "stream", stream_id: 1, topic: "" },
  });
});
