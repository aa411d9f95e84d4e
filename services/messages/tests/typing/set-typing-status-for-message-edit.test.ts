import { setTypingStatusForMessageEdit } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

test("editing needs a message that one may edit (docs/behaviour/messages.md#typing-while-editing)", async ({
  expect,
}) => {
  const realm = world().realm();
  const id = await realm.send("alice");
  const ask = (userId: number, message_id: number) =>
    realm.request(userId, setTypingStatusForMessageEdit, { message_id, op: "start" });
  await expect(ask(1, 999_999)).rejects.toThrow("Invalid message(s)");
  await expect(ask(2, id)).rejects.toThrow("You don't have permission to edit this message");
  realm.data.setUser(1, { settings: { send_stream_typing_notifications: false } });
  await expect(ask(1, id)).rejects.toThrow("disabled typing notifications for channel messages");
  realm.data.setSetting("allow_message_editing", false);
  await expect(ask(1, id)).rejects.toThrow("Your organization has turned off message editing");
  expect(await realm.eventsOf("typing_edit_message")).toEqual([]);
});

test("a message with a widget is like any other (docs/behaviour/messages.md#typing-while-editing)", async ({
  expect,
}) => {
  const realm = world().realm();
  const id = await realm.send("alice", { content: "/poll lunch" });
  const ask = (userId: number) =>
    realm.request(userId, setTypingStatusForMessageEdit, { message_id: id, op: "start" });
  await expect(ask(2)).rejects.toThrow("You don't have permission to edit this message");
  expect(await realm.eventsOf("typing_edit_message")).toEqual([]);
  await ask(1);
  expect(await realm.eventsOf("typing_edit_message")).toMatchObject([
    { event: { op: "start", sender_id: 1, message_id: id } },
  ]);
});

test("editing is told to all there, the editor too (docs/behaviour/messages.md#typing-while-editing)", async ({
  expect,
}) => {
  const realm = world().realm();
  const id = await realm.send("alice");
  const direct = await realm.direct("alice", [3]);
  await realm.request("alice", setTypingStatusForMessageEdit, { message_id: id, op: "start" });
  await realm.request("alice", setTypingStatusForMessageEdit, { message_id: direct, op: "stop" });
  const events = await realm.eventsOf("typing_edit_message");
  expect(events).toMatchObject([
    {
      audience: { to: "users", ids: [1, 2, 3, 4] },
      event: {
        op: "start",
        sender_id: 1,
        message_id: id,
        recipient: { type: "channel", channel_id: 1, topic: "t" },
      },
    },
    {
      audience: { to: "users", ids: [1, 3] },
      event: { op: "stop", recipient: { type: "direct", user_ids: [1, 3] } },
    },
  ]);
});
