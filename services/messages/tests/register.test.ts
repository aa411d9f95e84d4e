import { createDrafts, createScheduledMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "./world.ts";

const world = useWorld(() => World.create());

describe("the initial data of messages (docs/behaviour/events.md#initial-data)", () => {
  test("initial data of messages of somebody new are empty and complete", async ({ expect }) => {
    expect(await world().realm().register("alice")).toEqual({
      max_message_id: -1,
      unread_msgs: {
        count: 0,
        pms: [],
        streams: [],
        huddles: [],
        mentions: [],
        old_unreads_missing: false,
      },
      starred_messages: [],
      recent_private_conversations: [],
      drafts: [],
      scheduled_messages: [],
      reminders: [],
    });
  });

  test("initial data of messages have only the sections asked for", async ({ expect }) => {
    const realm = world().realm();
    const keys = async (fetch: string[]) => Object.keys(await realm.register("alice", { fetch }));
    expect(await keys(["message"])).toEqual(["max_message_id"]);
    expect(await keys(["message", "update_message_flags"])).toEqual([
      "max_message_id",
      "unread_msgs",
    ]);
    expect(await keys(["drafts"])).toEqual(["drafts"]);
  });

  test("initial data of messages list what is unread by topic and by conversation", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(2, 2, { muted: true });
    const lunch = await realm.send("alice", { topic: "lunch", content: "@**User 2**" });
    const later = await realm.send("alice", { topic: "LUNCH" });
    const muted = await realm.send("alice", { to: "random", topic: "", content: "@**all**" });
    const pair = await realm.direct("alice", [2]);
    const self = await realm.direct("bob", [2]);
    const group = await realm.direct("alice", [2, 3]);
    const own = await realm.send("bob", { read_by_sender: true });
    const sections = await realm.register("bob");
    expect(sections.unread_msgs).toEqual({
      count: 5,
      pms: [
        { other_user_id: 1, sender_id: 1, unread_message_ids: [pair] },
        { other_user_id: 2, sender_id: 2, unread_message_ids: [self] },
      ],
      streams: [
        { stream_id: 1, topic: "LUNCH", unread_message_ids: [lunch, later] },
        { stream_id: 2, topic: "", unread_message_ids: [muted] },
      ],
      huddles: [{ user_ids_string: "1,2,3", unread_message_ids: [group] }],
      mentions: [lunch, muted],
      old_unreads_missing: false,
    });
    expect(sections.max_message_id).toBe(own);
    expect(sections.recent_private_conversations).toEqual([
      { max_message_id: group, user_ids: [1, 3] },
      { max_message_id: self, user_ids: [] },
      { max_message_id: pair, user_ids: [1] },
    ]);
  });

  test("initial data of messages count nothing that is muted (docs/behaviour/unread.md#muted-topics-and-users)", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(2, 2, { muted: true });
    for (const topic of ["plain", "Unmuted", "Followed", "muted"])
      await realm.send("alice", { to: "random", topic });
    await realm.send("alice", { topic: "Muted" });
    const count = async () => (await realm.register("bob")).unread_msgs.count;
    expect(await count()).toBe(1);
    realm.data.setTopicPolicy(2, 1, "muted", 1);
    expect(await count()).toBe(0);
    realm.data.setTopicPolicy(2, 2, "unmuted", 2);
    realm.data.setTopicPolicy(2, 2, "followed", 3);
    expect(await count()).toBe(2);
    realm.data.setTopicPolicy(2, 2, "followed", 0);
    expect(await count()).toBe(1);
  });

  test("initial data of messages are everybody's own when many register at the same time", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(2, 2);
    const mentioning = await realm.send("alice", { topic: "lunch", content: "@**User 2**" });
    await realm.send("alice", { to: "random", topic: "elsewhere" });
    await realm.direct("alice", [3]);
    await realm.direct("bob", [3]);
    await realm.mark("bob", "add", "starred", [mentioning]);
    await realm.mark("carol", "add", "read", [mentioning]);
    const draft = { type: "stream" as const, to: [1], topic: "t", content: "draft", timestamp: 5 };
    await realm.request("bob", createDrafts, { drafts: [draft] });
    await realm.request("carol", createScheduledMessage, {
      type: "direct",
      to: [2],
      content: "later",
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 600,
    });
    const users = [1, 2, 3];
    const alone = [];
    for (const userId of users) alone.push(await realm.register(userId));
    expect(new Set(alone.map((sections) => JSON.stringify(sections))).size).toBe(3);
    const together = users.flatMap((userId) => [
      realm.register(userId),
      realm.register(userId, { fetch: ["drafts", "starred_messages"] }),
    ]);
    const expected = alone.flatMap((all) => {
      const { drafts, starred_messages } = all;
      return [all, { drafts, starred_messages }];
    });
    expect(await Promise.all(together)).toEqual(expected);
  });

  test("initial data of messages name the empty topic for clients that do not know it", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.send("alice", { topic: "" });
    const { unread_msgs: unread } = await realm.register("bob", { capabilities: {} });
    expect(unread.streams[0]?.topic).toBe("general chat");
  });
});
