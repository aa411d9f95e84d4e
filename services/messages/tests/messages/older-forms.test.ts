// Older names of parameters and values, and what is taken and changes nothing.
import {
  createScheduledMessage,
  getMessageHistory,
  getTemporaryFile,
  listScheduledMessages,
  reportMessage,
  sendMessage,
  setTypingStatus,
  updateMessage,
  updateScheduledMessage,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { groups } from "../realm-data.ts";
import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const later = Math.floor(Date.now() / 1000) + 3600;

/** The type, place and topic of all messages that user 2 gets, oldest first. */
async function got(realm: Realm) {
  const { messages } = await realm.fetch("bob");
  return messages.map(({ type, stream_id, subject }) => [type, stream_id, subject]);
}

describe("POST /messages (docs/behaviour/messages.md#sending-a-message)", () => {
  test("sending takes stream for channel, private for direct, and subject for topic", async ({
    expect,
  }) => {
    const realm = world().realm();
    const forms = [
      { type: "channel", to: "general", topic: "t" },
      { type: "stream", to: "1", topic: "t" },
      { type: "stream", to: '"general"', subject: "t" },
      { type: "direct", to: "[2]" },
      { type: "private", to: '["user2@example.com"]', topic: "ignored" },
    ] as const;
    for (const form of forms) {
      const given = new URLSearchParams({ ...form, content: "hi" });
      const answer = await world().fetch(sendMessage, realm.identity("alice"), { body: given });
      expect(await answer.json()).toMatchObject({ result: "success" });
    }
    const channel = ["stream", 1, "t"];
    const direct = ["private", undefined, ""];
    expect(await got(realm)).toEqual([channel, channel, channel, direct, direct]);
  });

  test("sending refuses a topic under both names, and messages of others", async ({ expect }) => {
    const realm = world().realm();
    const usual = { type: "channel", to: "general", topic: "t", content: "hi" } as const;
    const given = new URLSearchParams({ ...usual, subject: "t" });
    const both = await world().fetch(sendMessage, realm.identity("alice"), { body: given });
    expect(await both.json()).toEqual({
      result: "error",
      msg: "Can't decide between 'topic' and 'subject' arguments",
      code: "REQUEST_CONFUSING_VAR",
      var_name1: "topic",
      var_name2: "subject",
    });
    for (const forged of [{ sender: "user2@example.com" }, { forged: "true" }])
      await expect(
        realm.request("alice", sendMessage, { ...usual, ...forged }),
      ).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
    const { to: _to, ...nowhere } = usual;
    await expect(realm.request("alice", sendMessage, nowhere)).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    expect(await realm.events()).toEqual([]);
  });

  test("sending takes time, and forged when it is not, and makes nothing of them", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.request("alice", sendMessage, {
      type: "channel",
      to: "general",
      topic: "t",
      content: "hi",
      time: "5",
      forged: "false",
    });
    const { messages } = await realm.fetch("bob");
    expect(messages[0]?.timestamp).toBeGreaterThan(later - 7200);
  });
});

describe("scheduled messages (docs/behaviour/drafts-and-scheduled.md#scheduled-messages)", () => {
  const usual = { content: "hi", topic: "t", scheduled_delivery_timestamp: later };

  test("scheduled messages take the types by both names, when they are made and when they are changed", async ({
    expect,
  }) => {
    const realm = world().realm();
    const ids: number[] = [];
    for (const [type, to] of [
      ["stream", 1],
      ["private", [2]],
    ] as const) {
      const given = { ...usual, type, to: to as number, read_by_sender: false };
      const answer = await realm.request("alice", createScheduledMessage, given);
      ids.push(answer.scheduled_message_id);
    }
    const [id = 0] = ids;
    const list = async () => {
      const answer = await realm.request("alice", listScheduledMessages, {});
      return answer.scheduled_messages.map(({ type, to }) => [type, to]);
    };
    expect(await list()).toEqual([
      ["stream", 1],
      ["private", [2]],
    ]);
    for (const [type, to, kept] of [
      ["private", [3], "private"],
      ["channel", 2, "stream"],
      ["direct", [2], "private"],
      ["stream", 1, "stream"],
    ] as const) {
      const change = { scheduled_message_id: id, type, to: to as number, topic: "t" };
      await realm.request("alice", updateScheduledMessage, change);
      expect((await list())[0]).toEqual([kept, to]);
    }
  });

  test("scheduled messages are refused with mentions that their sender may not make", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setSetting("can_mention_many_users_group", groups.nobody);
    for (let id = 5; id <= 25; id += 1) {
      realm.data.setUser(id);
      realm.data.setMembership(id, 1);
      await realm.send(id);
    }
    const place = { ...usual, type: "channel", to: 1 } as const;
    const { scheduled_message_id: id } = await realm.request(
      "alice",
      createScheduledMessage,
      place,
    );
    const before = await realm.request("alice", listScheduledMessages, {});
    for (const [content, code] of [
      ["@**all**", "STREAM_WILDCARD_MENTION_NOT_ALLOWED"],
      ["@**topic**", "TOPIC_WILDCARD_MENTION_NOT_ALLOWED"],
    ] as const) {
      const made = realm.request("alice", createScheduledMessage, { ...place, content });
      await expect(made).rejects.toMatchObject({ code });
      const change = { scheduled_message_id: id, content };
      const changed = realm.request("alice", updateScheduledMessage, change);
      await expect(changed).rejects.toMatchObject({ code });
    }
    expect(await realm.request("alice", listScheduledMessages, {})).toEqual(before);
  });
});

test("typing goes to channels by both names (docs/behaviour/messages.md#typing)", async ({
  expect,
}) => {
  const realm = world().realm();
  for (const type of ["channel", "stream"] as const)
    await realm.request("alice", setTypingStatus, { type, op: "start", stream_id: 1, topic: "t" });
  const [first, second] = (await realm.eventsOf("typing")).map(({ event }) => event);
  expect(first).toMatchObject({ message_type: "stream", stream_id: 1, topic: "t" });
  expect(second).toEqual(first);
});

test("a message is moved by subject, into another channel (docs/behaviour/messages.md#edit-history)", async ({
  expect,
}) => {
  const realm = world().realm();
  realm.data.setUser(1, { role: 200 });
  const id = await realm.send("alice");
  const change = new URLSearchParams({ subject: "new", stream_id: "2" });
  const target = { method: updateMessage.method, path: `/messages/${id}` };
  const answer = await world().fetch(target, realm.identity("alice"), { body: change });
  expect(await answer.json()).toMatchObject({ result: "success" });
  const { message_history: history } = await realm.request("alice", getMessageHistory, {
    message_id: id,
  });
  expect(history).toMatchObject([
    { topic: "t" },
    { topic: "new", prev_topic: "t", stream: 2, prev_stream: 1, user_id: 1 },
  ]);
  const one = await world().fetch(
    { method: "GET", path: `/messages/${id}` },
    realm.identity("alice"),
  );
  expect(await one.json()).toMatchObject({
    message: { edit_history: [{ topic: "new", prev_topic: "t", stream: 2, prev_stream: 1 }] },
  });
});

test("a report may be of every type (docs/behaviour/messages.md#reporting-messages)", async ({
  expect,
}) => {
  const realm = world().realm();
  realm.data.addNotificationBot(9);
  realm.data.setMembership(1, 3);
  realm.data.setSetting("moderation_request_channel_id", 3);
  const id = await realm.send("bob");
  for (const type of ["spam", "harassment", "inappropriate", "norms", "other"] as const)
    await realm.request("alice", reportMessage, {
      message_id: id,
      report_type: type,
      description: "why",
    });
  const { messages } = await realm.fetch("alice", {
    narrow: [{ operator: "channel", operand: 3 }],
  });
  expect(messages).toHaveLength(5);
});

test("a temporary address needs an organization's host (docs/behaviour/api.md#organizations-by-host)", async ({
  expect,
}) => {
  const path = "/files/temporary/token/a.txt";
  const nobody = { kind: "anonymous", realm: null, client: "test" } as const;
  const answer = await world().fetch({ ...getTemporaryFile, path }, nobody);
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { result: "error", msg: "Invalid subdomain", code: "NONEXISTENT_SUBDOMAIN" },
  ]);
});
