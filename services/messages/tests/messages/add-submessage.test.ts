import { addSubmessage, audienceTest, updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

interface Added {
  readonly data: unknown;
  readonly type?: string;
}

function add(realm: Realm, userId: number, { id, data, type }: Added & { id: number }) {
  const content = typeof data === "string" ? data : JSON.stringify(data);
  const given = { message_id: id, msg_type: (type ?? "widget") as "widget", content };
  return realm.request(userId, addSubmessage, given);
}

const vote = { type: "vote", key: "canned,0", vote: 1 };
const task = { type: "new_task", key: 0, task: "tea", desc: "", completed: false };

async function parts(realm: Realm, id: number) {
  const { messages } = await realm.fetch("alice", { message_ids: [id] });
  return messages[0]?.submessages ?? [];
}

describe("a part of a poll is refused (docs/behaviour/messages.md#polls-and-widgets)", () => {
  test.for([
    ["that is no JSON", "{", "Invalid json for submessage"],
    ["without a type", {}, "type key is missing from poll data"],
    ["that is no object", [1], "poll data is not a dict"],
    ["of an unknown type", { type: "dance" }, "Unknown type for poll data: dance"],
    [
      "of a type that objects have",
      { type: "constructor" },
      "Unknown type for poll data: constructor",
    ],
    ["with a vote of two", { ...vote, vote: 2 }, 'Invalid poll data["vote"]'],
    ["with more than belongs to it", { ...vote, more: 1 }, "Unexpected arguments: more"],
    [
      "with an option that is no text",
      { type: "new_option", option: 1, idx: 1 },
      'poll data["option"] is not a string',
    ],
    [
      "with an index too large",
      { type: "new_option", option: "a", idx: 1001 },
      'poll data["idx"] is too large',
    ],
    [
      "with an index too small",
      { type: "new_option", option: "a", idx: -1 },
      'poll data["idx"] is too small',
    ],
    [
      "that is another's question",
      { type: "question", question: "q" },
      "You can't edit a question unless you are the author.",
    ],
  ] as const)("a part of a poll is refused %s", async ([, data, message], { expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { content: "/poll" });
    await expect(add(realm, 2, { id, data })).rejects.toThrow(message);
    expect(await parts(realm, id)).toHaveLength(1);
    expect(await realm.eventsOf("submessage")).toEqual([]);
  });

  test.for([
    [{ ...task, completed: 1 }, 'todo data["completed"] is not a boolean'],
    [{ ...task, key: "0" }, 'todo data["key"] is not an integer'],
    [{ type: "vote" }, "Unknown type for todo data: vote"],
    [
      { type: "new_task_list_title", title: "t" },
      "You can't edit the task list title unless you are the author.",
    ],
  ] as const)("a part of a todo list is refused: %j", async ([data, message], { expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { content: "/todo" });
    await expect(add(realm, 2, { id, data })).rejects.toThrow(message);
  });

  test("a part of a poll is refused by others than the author of a message without any", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await expect(add(realm, 2, { id, data: vote })).rejects.toThrow(
      "You cannot attach a submessage to this message.",
    );
    await expect(add(realm, 1, { id, data: "x" })).rejects.toThrow("Invalid json for submessage");
    await add(realm, 1, { id, data: { widget_type: "other" } });
    await add(realm, 2, { id, data: { anything: 1 } });
    expect(await parts(realm, id)).toMatchObject([{ sender_id: 1 }, { sender_id: 2 }]);
  });

  test("a part of a poll is refused for a message that the caller may not read, or that is archived", async ({
    expect,
  }) => {
    const realm = world().realm();
    const direct = await realm.direct("alice", [3], "/poll");
    const id = await realm.send("alice", { content: "/poll" });
    await expect(add(realm, 2, { id: direct, data: vote })).rejects.toThrow("Invalid message(s)");
    realm.data.setChannel(1, { isArchived: true });
    await expect(add(realm, 2, { id, data: vote })).rejects.toThrow("Invalid message(s)");
  });

  test("a part of a poll is refused when it is of another kind, or too long", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { content: "/poll" });
    await expect(add(realm, 2, { id, data: vote, type: "other" })).rejects.toThrow("msg_type");
    const long = JSON.stringify({ ...vote, key: "x".repeat(10_000) });
    await expect(add(realm, 2, { id, data: long })).rejects.toThrow("content");
  });
});

describe("a part of a poll or a todo list (docs/behaviour/messages.md#polls-and-widgets)", () => {
  test("a part of a poll or a todo list is kept in order, and everybody who reads the message is told", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { content: "/poll tea?" });
    await add(realm, 2, { id, data: vote });
    await add(realm, 1, { id, data: { type: "question", question: "coffee?" } });
    const [first, second, third] = await parts(realm, id);
    expect([second, third]).toEqual([
      {
        id: second?.id,
        msg_type: "widget",
        content: JSON.stringify(vote),
        message_id: id,
        sender_id: 2,
      },
      expect.objectContaining({ sender_id: 1 }),
    ]);
    expect(first?.id).toBeLessThan(second?.id ?? 0);
    const [announced] = await realm.eventsOf("submessage");
    expect(announced?.event).toEqual({
      type: "submessage",
      msg_type: "widget",
      content: JSON.stringify(vote),
      message_id: id,
      sender_id: 2,
      submessage_id: second?.id,
    });
    const hears = audienceTest(announced?.audience ?? { to: "users", ids: [] });
    expect([1, 2, 3, 4, 9].map(hears)).toEqual([true, true, true, true, false]);
  });

  test("a part of a poll or a todo list of a direct message reaches its participants only", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.direct("alice", [3], "/todo");
    await add(realm, 3, { id, data: task });
    await add(realm, 1, { id, data: { type: "strike", key: "0,3" } });
    await add(realm, 1, { id, data: { type: "new_task_list_title", title: "t" } });
    const events = await realm.eventsOf("submessage");
    expect(events).toHaveLength(3);
    for (const { audience } of events)
      expect([1, 2, 3].map(audienceTest(audience))).toEqual([true, false, true]);
  });

  test("a part of a poll or a todo list makes its message one whose content stays as it is", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { content: "/poll" });
    const edited = realm.request("alice", updateMessage, { message_id: id, content: "x" });
    await expect(edited).rejects.toThrow("Widgets cannot be edited.");
    await realm.request("alice", updateMessage, { message_id: id, topic: "other" });
    expect(await parts(realm, id)).toHaveLength(1);
  });
});
