// What is left out is as its default: the answer, or the change, is the same.
import {
  createDrafts,
  getMessage,
  getMessageHistory,
  getMessages,
  listTopics,
  setTypingStatus,
  updateMessage,
  updateMessageFlagsForNarrow,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "./realm.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

/** Three messages, one without topic. */
async function createConversation(): Promise<{ realm: Realm; ids: number[] }> {
  const realm = world().realm();
  const first = await realm.send("alice", { content: "*a* apple" });
  const second = await realm.send("bob", { content: "**b**", topic: "" });
  return { realm, ids: [first, second, await realm.send("carol")] };
}

describe("GET /messages without a parameter is as with its default (docs/behaviour/narrows.md#fetching-a-page)", () => {
  test.for([
    ["include_anchor", true, false],
    ["narrow", [], [["sender", "user1@example.com"]]],
    ["client_gravatar", true, false],
    ["apply_markdown", true, false],
    ["allow_empty_topic_name", false, true],
    ["use_first_unread_anchor", false, true],
    ["num_before", 0, 1],
    ["num_after", 0, 1],
  ] as const)(
    "fetching messages does without %s what it does with the default",
    async ([name, usual, other], { expect }) => {
      const { realm, ids } = await createConversation();
      const ask = (given: object) => {
        const range = { anchor: String(ids[1]), num_before: 5, num_after: 0 };
        // The range may not be empty, and one end of it may be left out.
        if (name === "num_before") Object.assign(range, { num_before: undefined, num_after: 1 });
        if (name === "num_after") Object.assign(range, { num_before: 1, num_after: undefined });
        return realm.request("alice", getMessages, { ...range, ...given });
      };
      const left = await ask({ narrow: [] });
      expect(await ask({ [name]: usual })).toEqual(left);
      expect(await ask({ [name]: other })).not.toEqual(left);
    },
  );
});

describe("left out is as its default", () => {
  test("the parameters of GET /messages/{message_id} have defaults (docs/behaviour/messages.md#fetching-one-message)", async ({
    expect,
  }) => {
    const { realm, ids } = await createConversation();
    const ask = (given: object) =>
      realm.request("alice", getMessage, { message_id: ids[1] ?? 0, ...given });
    const left = await ask({ narrow: [] });
    expect(await ask({ apply_markdown: true, allow_empty_topic_name: false })).toEqual(left);
    expect(left.message).toMatchObject({ subject: "general chat", content_type: "text/html" });
    const other = await ask({ apply_markdown: false, allow_empty_topic_name: true });
    expect(other.message).toMatchObject({ subject: "", content_type: "text/x-markdown" });
  });

  test("allow_empty_topic_name is false for topics and histories when left out (docs/behaviour/messages.md#topic-names)", async ({
    expect,
  }) => {
    const { realm, ids } = await createConversation();
    const id = ids[1] ?? 0;
    const names = async (given: object) => {
      const { topics } = await realm.request("alice", listTopics, { stream_id: 1, ...given });
      return topics.map(({ name }) => name);
    };
    expect(await names({})).toEqual(["t", "general chat"]);
    expect(await names({ allow_empty_topic_name: false })).toEqual(["t", "general chat"]);
    expect(await names({ allow_empty_topic_name: true })).toEqual(["t", ""]);
    const topics = async (given: object) => {
      const answer = await realm.request("alice", getMessageHistory, { message_id: id, ...given });
      return answer.message_history.map(({ topic }) => topic);
    };
    expect(await topics({})).toEqual(["general chat"]);
    expect(await topics({ allow_empty_topic_name: false })).toEqual(["general chat"]);
    expect(await topics({ allow_empty_topic_name: true })).toEqual([""]);
  });

  test("include_anchor of POST /messages/flags/narrow is true when left out (docs/behaviour/messages.md#flags-in-a-narrow)", async ({
    expect,
  }) => {
    const { realm, ids } = await createConversation();
    const change = (userId: number, given: object) =>
      realm.request(userId, updateMessageFlagsForNarrow, {
        anchor: String(ids[0]),
        num_before: 0,
        num_after: 1,
        narrow: [],
        op: "add",
        flag: "starred",
        ...given,
      });
    const left = await change(1, {});
    expect(left).toMatchObject({
      processed_count: 2,
      updated_count: 2,
      first_processed_id: ids[0],
    });
    expect(await change(2, { include_anchor: true })).toEqual(left);
    expect(await change(3, { include_anchor: false })).toMatchObject({
      processed_count: 1,
      first_processed_id: ids[1],
    });
  });

  test("an edit that leaves out what moves and who is told moves one message and tells the new place (docs/behaviour/messages.md#moving-messages)", async ({
    expect,
  }) => {
    const explicit = {
      propagate_mode: "change_one",
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: true,
    } as const;
    const moved = async (given: object) => {
      const realm = world().realm();
      realm.data.addNotificationBot(9);
      realm.data.setUser(1, { role: 200 });
      const id = await realm.send("alice");
      await realm.send("alice");
      await realm.request("alice", updateMessage, { message_id: id, topic: "new", ...given });
      const { messages } = await realm.fetch("alice");
      return messages.map(({ sender_id, subject }) => [sender_id, subject]);
    };
    const left = await moved({});
    expect(left).toEqual([
      [1, "new"],
      [1, "t"],
      [9, "new"],
    ]);
    expect(await moved(explicit)).toEqual(left);
    expect(await moved({ ...explicit, propagate_mode: "change_all" })).not.toEqual(left);
  });

  test("typing is told to people when its type is left out (docs/behaviour/messages.md#typing)", async ({
    expect,
  }) => {
    const realm = world().realm();
    for (const given of [{}, { type: "direct" }, { type: "private" }] as const)
      await realm.request("alice", setTypingStatus, { op: "start", to: [2], ...given });
    const [left, ...others] = (await realm.eventsOf("typing")).map(({ event }) => event);
    expect(left).toMatchObject({ message_type: "direct" });
    expect(others).toEqual([left, left]);
  });

  test("saving drafts without drafts saves nothing (docs/behaviour/drafts-and-scheduled.md#drafts)", async ({
    expect,
  }) => {
    const realm = world().realm();
    expect(await realm.request("alice", createDrafts, {})).toMatchObject({ ids: [] });
    expect(await realm.request("alice", createDrafts, { drafts: [] })).toMatchObject({ ids: [] });
    expect(await realm.events()).toEqual([]);
  });
});
