import { sendMessage } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { groups } from "../realm-data.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

function countMessages(realmId: number): Promise<number> {
  const row = z.object({ count: z.number() });
  return world().db.oneFirst(
    sql.type(row)`select count(*) from message where realm_id = ${realmId}`,
  );
}

describe("a message is refused and nothing written (docs/behaviour/messages.md#sending-a-message)", () => {
  const channel = { type: "channel", to: "general", topic: "t", content: "hi" } as const;
  const direct = { type: "direct", to: "[2]", content: "hi" } as const;
  test.for([
    ["an unknown type", { ...channel, type: "shout" }, "Invalid type"],
    ["no channel", { ...channel, to: undefined }, "Missing channel"],
    ["no topic", { ...channel, topic: undefined }, "Missing topic"],
    ["two channels", { ...channel, to: '["a","b"]' }, "Expected exactly one channel"],
    [
      "a channel that is a truth value",
      { ...channel, to: "true" },
      "Invalid data type for channel",
    ],
    ["an empty channel name", { ...channel, to: " " }, "Channel name can't be empty."],
    [
      "a long channel name",
      { ...channel, to: "x".repeat(61) },
      "Channel name too long (limit: 60 characters).",
    ],
    ["an unknown channel", { ...channel, to: "<b>" }, "Channel '&lt;b&gt;' does not exist"],
    ["an unknown channel id", { ...channel, to: "99" }, "Channel with ID '99' does not exist"],
    [
      "an unprintable topic",
      { ...channel, topic: "a\u0001" },
      "Invalid character in topic, at position 2!",
    ],
    ["no content", { ...channel, content: " \n" }, "Message must not be empty"],
    ["a null byte", { ...channel, content: "a\0b" }, "Message must not contain null bytes"],
    [
      "a private channel of others",
      { ...channel, to: "secret" },
      "Channel 'secret' does not exist",
    ],
    ["no recipients", { ...direct, to: undefined }, "Message must have recipients"],
    ["an empty list", { ...direct, to: "[]" }, "Message must have recipients"],
    ["a bare id", { ...direct, to: "2" }, "Invalid data type for recipients"],
    [
      "ids and addresses",
      { ...direct, to: '[2,"user3@example.com"]' },
      "Recipient lists may contain emails or user IDs, but not both.",
    ],
    ["an unknown id", { ...direct, to: "[77]" }, "Invalid user ID 77"],
    ["an unknown address", { ...direct, to: "x@y.z" }, "Invalid email 'x@y.z'"],
    ["somebody else's name", { ...channel, sender: "a@b.c" }, "Invalid mirrored message"],
    ["a forged time", { ...channel, forged: "true" }, "User not authorized for this query"],
  ] as const)("sending with %s is refused", async ([, params, message], { expect }) => {
    const realm = world().realm();
    const asked = realm.request("alice", withAnyParams(sendMessage), params);
    await expect(asked).rejects.toThrow(message);
    expect(await countMessages(realm.id)).toBe(0);
    expect(await realm.events()).toEqual([]);
  });

  test("sending to a channel that is not there is refused by name and id", async ({ expect }) => {
    const realm = world().realm();
    await expect(realm.send("alice", { to: "nope" })).rejects.toMatchObject({
      code: "STREAM_DOES_NOT_EXIST",
      details: { stream: "nope" },
    });
    await expect(realm.send("alice", { to: "99" })).rejects.toMatchObject({
      details: { stream_id: 99 },
    });
  });

  test("sending to a hidden channel is refused as if there were none (docs/behaviour/api.md#hidden-things)", async ({
    expect,
  }) => {
    const realm = world().realm();
    const code = "STREAM_DOES_NOT_EXIST";
    await expect(realm.send("alice", { to: "3" })).rejects.toMatchObject({
      message: "Channel with ID '3' does not exist",
      code,
      details: { stream_id: 3 },
    });
    await expect(realm.send("alice", { to: "secret" })).rejects.toMatchObject({
      message: "Channel 'secret' does not exist",
      code,
      details: { stream: "secret" },
    });
    realm.data.setMembership(1, 3);
    await expect(realm.send("alice", { to: "3" })).resolves.toBeGreaterThan(0);
  });

  test("sending to a known channel without access, or archived, is refused (docs/behaviour/messages.md#posting-in-channels)", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setUser(2, { role: 200 });
    realm.data.setChannel(2, { isArchived: true });
    for (const to of ["secret", "random"])
      await expect(realm.send("bob", { to })).rejects.toMatchObject({
        message: `Not authorized to send to channel '${to}'`,
        code: "BAD_REQUEST",
      });
  });

  test("sending to somebody who left is refused", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setUser(2, { isActive: false });
    await expect(realm.direct("alice", [2])).rejects.toThrow(
      "'user2@example.com' is no longer using",
    );
  });

  test("sending without permission to post is refused", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setChannel(1, { permissions: { can_send_message_group: groups.administrators } });
    await expect(realm.send("alice")).rejects.toThrow("You do not have permission to post");
  });

  test("sending under a new topic is refused to those who may not start one", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setChannel(1, { permissions: { can_create_topic_group: groups.administrators } });
    realm.data.setUser(2, { role: 200 });
    await expect(realm.send("alice")).rejects.toThrow(
      "You do not have permission to create new topics in this channel.",
    );
    expect(await countMessages(realm.id)).toBe(0);
    await realm.send("bob");
    expect(await realm.send("alice", { topic: "T" })).toBeGreaterThan(0);
  });

  test("sending against the topic policy is refused", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setChannel(1, { topicsPolicy: "disable_empty_topic" });
    await expect(realm.send("alice", { topic: "(no topic)" })).rejects.toThrow("general chat");
    realm.data.setChannel(1, { topicsPolicy: "empty_topic_only" });
    await expect(realm.send("alice", { topic: "t" })).rejects.toThrow("general chat");
  });

  test("sending a direct message without permission is refused", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setSetting("direct_message_permission_group", groups.nobody);
    await expect(realm.direct("alice", [2])).rejects.toThrow("Direct messages are disabled");
    realm.data.setSetting("direct_message_permission_group", groups.administrators);
    await expect(realm.direct("alice", [2])).rejects.toThrow("any users who can authorize it");
    realm.data.setSetting("direct_message_permission_group", groups.everyone);
    realm.data.setSetting("direct_message_initiator_group", groups.administrators);
    await expect(realm.direct("alice", [2])).rejects.toThrow("permission to initiate");
    realm.data.setUser(5, { role: 200 });
    await realm.direct(5, [1]);
    await realm.direct("alice", [5]);
  });

  test("sending a wildcard to more than 15 people is refused without permission (docs/behaviour/messages.md#permission-to-mention)", async ({
    expect,
  }) => {
    const realm = world().realm();
    for (let id = 10; id < 22; id += 1) {
      realm.data.setUser(id);
      realm.data.setMembership(id, 1);
    }
    await expect(realm.send("alice", { content: "@**all**" })).rejects.toMatchObject({
      code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    });
    for (let id = 10; id < 22; id += 1) await realm.send(id);
    for (const id of [2, 3, 4]) await realm.send(id);
    await expect(realm.send("alice", { content: "@**topic**" })).rejects.toMatchObject({
      code: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    });
    realm.data.setUser(1, { role: 200 });
    await realm.send("alice", { content: "@**all** @**topic**" });
  });

  test("sending is refused with a group that the sender may not mention", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setGroup(50, { name: "bosses", settings: { can_mention_group: groups.nobody } });
    await expect(realm.send("alice", { content: "@*bosses*" })).rejects.toThrow("'bosses'");
    await realm.send("alice", { content: "@_*bosses*" });
  });
});

describe("a message to a channel (docs/behaviour/messages.md#sending-a-message)", () => {
  test("sending takes the channel's name raw, quoted, in a list, or its id (docs/behaviour/messages.md#addressing)", async ({
    expect,
  }) => {
    const realm = world().realm();
    const forms = ["general", '"GENERAL"', '["general"]', "1", "[1]"];
    const ids: number[] = [];
    for (const to of forms) ids.push(await realm.send("alice", { to }));
    expect(await realm.ids("bob")).toEqual(ids);
  });

  test("a message to a channel has its topic and content normalised (docs/behaviour/messages.md#content)", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.send("alice", { topic: " general chat ", content: "\n\n  hi \n" });
    await realm.send("alice", { topic: "x".repeat(61), content: "y".repeat(10_001) });
    const { messages } = await realm.fetch("bob", {
      apply_markdown: false,
      allow_empty_topic_name: true,
    });
    expect(messages[0]).toMatchObject({ subject: "", content: "  hi" });
    expect(messages[1]?.subject).toBe(`${"x".repeat(57)}...`);
    expect(messages[1]?.content).toHaveLength(10_000);
    expect(messages[1]?.content.endsWith("\n[message truncated]")).toBe(true);
  });

  test("a message to a channel reaches its subscribers by one event (docs/behaviour/messages.md#who-receives-a-message)", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(3, 1, { active: false });
    const id = await realm.send("alice", { content: "**hi**", queue_id: "q", local_id: "7.01" });
    const [event] = await realm.events();
    expect(event).toMatchObject({
      audience: { to: "users", ids: [1, 2, 4] },
      publicChannel: true,
      origin: { queueId: "q", localId: "7.01" },
      internal: { mentionedUserIds: [], senderIsBot: false },
    });
    expect(event?.event).toMatchObject({
      type: "message",
      message: {
        id,
        type: "stream",
        sender_id: 1,
        sender_email: "user1@example.com",
        client: "test",
        subject: "t",
        stream_id: 1,
        display_recipient: "general",
        content: "**hi**",
        rendered_content: "<p><strong>hi</strong></p>",
        avatar_is_gravatar: true,
      },
    });
    expect(event?.flags).toBeUndefined();
  });

  test("a message is read by its sender when sender or client says so", async ({ expect }) => {
    const realm = world().realm();
    const unread = await realm.send("alice");
    const read = await realm.send("alice", { read_by_sender: true });
    const params = { type: "channel", to: "general", topic: "t", content: "x" } as const;
    const { id } = await realm.request("alice", sendMessage, params, { client: "ZulipMobile" });
    expect(await realm.flags("alice", unread)).toEqual([]);
    expect(await realm.flags("alice", read)).toEqual(["read"]);
    expect(await realm.flags("alice", id)).toEqual(["read"]);
    expect(await realm.flags("bob", read)).toEqual([]);
    const events = await realm.events();
    expect(events.map(({ flags }) => flags)).toEqual([
      undefined,
      { "1": ["read"] },
      { "1": ["read"] },
    ]);
  });

  test("a message to a channel flags whom it mentions, in event and history (docs/behaviour/messages.md#flags-of-a-new-message)", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setGroup(50, { name: "crew", members: [3] });
    const named = await realm.send("alice", { content: "@**User 2** @*crew*" });
    const all = await realm.send("alice", { content: "@**everyone**", read_by_sender: true });
    expect(await realm.flags("bob", named)).toEqual(["mentioned"]);
    expect(await realm.flags("carol", named)).toEqual(["mentioned"]);
    expect(await realm.flags("guest", named)).toEqual([]);
    const wildcard = ["stream_wildcard_mentioned", "wildcard_mentioned"];
    expect(await realm.flags("guest", all)).toEqual(wildcard);
    const [first, second] = await realm.events();
    expect(first?.flags).toEqual({ "2": ["mentioned"], "3": ["mentioned"] });
    expect(first?.internal).toMatchObject({ mentionedUserIds: [2, 3] });
    expect(second?.flags).toEqual({ "*": wildcard, "1": ["read", ...wildcard] });
  });

  test("a message to a channel reaches a generic bot that it mentions, even outside the channel", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setUser(9, { isBot: true, botType: 1, botOwnerId: 1, fullName: "Robo" });
    await realm.send("alice");
    const id = await realm.send("alice", { content: "@**Robo** hi" });
    await realm.send("alice");
    expect(await realm.heard(9)).toEqual([id]);
    expect(await realm.ids(9)).toEqual([id]);
    expect(await realm.flags(9, id)).toEqual(["mentioned"]);
  });
});
