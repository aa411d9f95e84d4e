import { getMessageHistory, updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("a message's history is refused (docs/behaviour/messages.md#edit-history)", () => {
  test("a message's history is refused when the organization shows none", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    realm.data.setSetting("message_edit_history_visibility_policy", "none");
    const asked = realm.request("alice", getMessageHistory, { message_id: id });
    await expect(asked).rejects.toThrow("Message edit history is disabled in this organization");
  });

  test("a message's history is refused to those who may not read the message", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.direct("alice", [3]);
    const asked = realm.request("bob", getMessageHistory, { message_id: id });
    await expect(asked).rejects.toThrow("Invalid message(s)");
  });
});

test("a message's history begins with the message as it was sent (docs/behaviour/messages.md#edit-history)", async ({
  expect,
}) => {
  const realm = world().realm();
  const id = await realm.send("alice", { content: "a", topic: "" });
  await realm.request("alice", updateMessage, { message_id: id, content: "**b**" });
  await realm.request("bob", updateMessage, { message_id: id, topic: "u" });
  const { message_history: history } = await realm.request("carol", getMessageHistory, {
    message_id: id,
  });
  expect(history).toMatchObject([
    { user_id: 1, topic: "general chat", content: "a", rendered_content: "<p>a</p>" },
    {
      user_id: 1,
      topic: "general chat",
      content: "**b**",
      prev_content: "a",
      prev_rendered_content: "<p>a</p>",
    },
    { user_id: 2, topic: "u", content: "**b**", prev_topic: "general chat" },
  ]);
  realm.data.setSetting("message_edit_history_visibility_policy", "moves");
  const moves = await realm.request("carol", getMessageHistory, {
    message_id: id,
    allow_empty_topic_name: true,
  });
  expect(moves.message_history.map(({ topic }) => topic)).toEqual(["", "u"]);
  const { messages } = await realm.fetch("carol", { message_ids: [id] });
  expect(messages[0]?.edit_history).toHaveLength(1);
});
