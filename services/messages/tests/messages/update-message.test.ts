import { createHash } from "node:crypto";

import { updateMessage } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import type { ParamInputs } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { groups } from "../realm-data.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

type Edit = Omit<ParamInputs<typeof updateMessage.params>, "message_id">;

const world = useWorld(() => World.create());

function edit(...[realm, userId, id, params]: [Realm, number, number, Edit]) {
  return realm.request(userId, updateMessage, { message_id: id, ...params });
}

async function age(realm: Realm, ids: readonly number[], days: number) {
  await world().db.query(sql.unsafe`
    update message set sent_at = sent_at - ${`${days} days`}::interval
    where realm_id = ${realm.id} and id = any(${sql.array([...ids], "int8")})`);
}

async function shown(realm: Realm, userId: number, id: number) {
  const { messages } = await realm.fetch(userId, { message_ids: [id] });
  return messages[0];
}

describe("an edit is refused and nothing changed (docs/behaviour/messages.md#changing-a-message)", () => {
  test.for([
    ["with nothing in it", {}, "Nothing to change"],
    [
      "of more messages without a place to move them to",
      { content: "x", propagate_mode: "change_all" },
      "Invalid propagate_mode without topic edit",
    ],
    [
      "of content and channel at once",
      { content: "x", stream_id: 2 },
      "Cannot change message content while changing channel",
    ],
    ["to a channel that one does not see", { stream_id: 3 }, "Invalid channel ID"],
    ["to a channel that does not exist", { stream_id: 99 }, "Invalid channel ID"],
    ["to an unprintable topic", { topic: "a\u0007" }, "Invalid character in topic, at position 2!"],
  ] as const)("an edit is refused %s", async ([, params, message], { expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await expect(edit(realm, 1, id, params)).rejects.toThrow(message);
    expect(await realm.eventsOf("update_message")).toEqual([]);
    expect(await shown(realm, 1, id)).not.toHaveProperty("edit_history");
  });

  test("an edit is refused when the content is not what the client thinks", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    const wrong = { content: "x", prev_content_sha256: hash("other") };
    await expect(edit(realm, 1, id, wrong)).rejects.toMatchObject({
      code: "EXPECTATION_MISMATCH",
      details: { field_name: "prev_content_sha256" },
    });
    await edit(realm, 1, id, { content: "x", prev_content_sha256: hash("hi") });
  });

  test("a direct message's topic and channel cannot be edited", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.direct("alice", [2]);
    await expect(edit(realm, 1, id, { topic: "x" })).rejects.toThrow("cannot have topics");
    await expect(edit(realm, 1, id, { stream_id: 1 })).rejects.toThrow("moved to channels");
    await expect(edit(realm, 3, id, { content: "x" })).rejects.toThrow("Invalid message(s)");
  });

  test("editing content is refused to others, too late, or when it is turned off", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await expect(edit(realm, 2, id, { content: "x" })).rejects.toThrow(
      "You don't have permission to edit this message",
    );
    await age(realm, [id], 1);
    await expect(edit(realm, 1, id, { content: "x" })).rejects.toThrow(
      "The time limit for editing this message has passed",
    );
    realm.data.setSetting("message_content_edit_limit_seconds", null);
    realm.data.setSetting("allow_message_editing", false);
    await expect(edit(realm, 1, id, { content: "x" })).rejects.toThrow(
      "Your organization has turned off message editing",
    );
  });

  test("an edit that calls many people is refused without permission", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    for (let user = 10; user < 22; user += 1) {
      realm.data.setUser(user);
      realm.data.setMembership(user, 1);
    }
    await expect(edit(realm, 1, id, { content: "@**all**" })).rejects.toMatchObject({
      code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    });
    for (let user = 10; user < 22; user += 1) await realm.send(user);
    for (const user of [2, 3, 4]) await realm.send(user);
    await expect(edit(realm, 1, id, { content: "@**topic**" })).rejects.toMatchObject({
      code: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    });
  });

  test("moving is refused without permission", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    realm.data.setSetting("can_move_messages_between_topics_group", groups.administrators);
    realm.data.setSetting("can_move_messages_between_channels_group", groups.administrators);
    await expect(edit(realm, 2, id, { topic: "x" })).rejects.toThrow("permission to edit");
    await expect(edit(realm, 2, id, { stream_id: 2 })).rejects.toThrow("permission to move");
    realm.data.setChannel(1, {
      permissions: {
        can_send_message_group: groups.everyone,
        can_move_messages_within_channel_group: groups.members,
        can_move_messages_out_of_channel_group: groups.members,
      },
    });
    await edit(realm, 2, id, { topic: "x" });
    await edit(realm, 2, id, { stream_id: 2 });
  });

  test("moving what is too old is refused, with how much of the topic may still move", async ({
    expect,
  }) => {
    const realm = world().realm();
    const ids = [await realm.send("alice"), await realm.send("alice"), await realm.send("alice")];
    await age(realm, ids.slice(0, 1), 8);
    const [first = 0, second = 0] = ids;
    await expect(edit(realm, 2, first, { topic: "x" })).rejects.toThrow(
      "The time limit for editing this message's topic has passed",
    );
    await expect(
      edit(realm, 2, second, { topic: "x", propagate_mode: "change_all" }),
    ).rejects.toMatchObject({
      code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
      message: "You only have permission to move the 2/3 most recent messages in this topic.",
      details: {
        first_message_id_allowed_to_move: second,
        total_messages_in_topic: 3,
        total_messages_allowed_to_move: 2,
      },
    });
    await edit(realm, 2, first, { topic: "✔ t" });
    realm.data.setUser(3, { role: 300 });
    await edit(realm, 3, second, { topic: "x", propagate_mode: "change_all" });
  });
});

describe("new content (docs/behaviour/messages.md#editing-content)", () => {
  test("new content is shown with what was there before, and told to everybody with their flags", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { content: "**a**" });
    await realm.mark("bob", "add", "read", [id]);
    await edit(realm, 1, id, {
      content: "b @**User 3**",
      topic: "t",
      propagate_mode: "change_one",
    });
    const html = '<p>b <span class="user-mention" data-user-id="3">@User 3</span></p>';
    const message = await shown(realm, 3, id);
    expect(message).toMatchObject({ content: html, flags: ["mentioned"] });
    expect(message?.edit_history).toMatchObject([
      { user_id: 1, prev_content: "**a**", prev_rendered_content: "<p><strong>a</strong></p>" },
    ]);
    expect(message?.last_edit_timestamp).toBeTypeOf("number");
    const [event] = await realm.eventsOf("update_message");
    expect(event?.audience).toEqual({ to: "users", ids: [1, 2, 3, 4] });
    expect(event?.flags).toEqual({ "*": [], "2": ["read"], "3": ["mentioned"] });
    expect(event?.event).toEqual({
      type: "update_message",
      user_id: 1,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      edit_timestamp: message?.last_edit_timestamp,
      stream_id: 1,
      stream_name: "general",
      orig_content: "**a**",
      orig_rendered_content: "<p><strong>a</strong></p>",
      content: "b @**User 3**",
      rendered_content: html,
      is_me_message: false,
    });
  });

  test("new content takes mentions back, and becomes a note when it is empty", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { content: "@**User 3** @**all**" });
    await edit(realm, 1, id, { content: "  " });
    expect(await shown(realm, 3, id)).toMatchObject({ content: "<p>(deleted)</p>", flags: [] });
  });

  test("new content of a direct message is told to its participants", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.direct("alice", [2]);
    await edit(realm, 1, id, { content: "/me waves" });
    const [event] = await realm.eventsOf("update_message");
    expect(event?.audience).toEqual({ to: "users", ids: [1, 2] });
    expect(event?.event).toMatchObject({ is_me_message: true });
    expect(event?.event).not.toHaveProperty("stream_id");
  });

  test("new content that is the old one changes nothing", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await edit(realm, 1, id, { content: "hi", topic: "t" });
    expect(await realm.eventsOf("update_message")).toEqual([]);
  });
});
