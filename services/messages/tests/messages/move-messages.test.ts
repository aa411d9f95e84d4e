import { getMessage, updateMessage } from "@team-chat/contract";
import type { ParamInputs } from "@team-chat/rpc";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

type Edit = Omit<ParamInputs<typeof updateMessage.params>, "message_id">;

const world = useWorld(() => World.create());

function edit(...[realm, userId, id, params]: [Realm, number, number, Edit]) {
  return realm.request(userId, updateMessage, { message_id: id, ...params });
}

async function shown(realm: Realm, userId: number, id: number) {
  const { messages } = await realm.fetch(userId, { message_ids: [id] });
  return messages[0];
}

async function alone(realm: Realm, userId: number, id: number) {
  return (await realm.request(userId, getMessage, { message_id: id })).message;
}

describe("a move to another topic (docs/behaviour/messages.md#moving-messages)", () => {
  test.for([
    ["change_one", [false, true, false]],
    ["change_later", [false, true, true]],
    ["change_all", [true, true, true]],
  ] as const)(
    "a move to another topic takes along what %s says",
    async ([mode, moved], { expect }) => {
      const realm = world().realm();
      const ids = [
        await realm.send("alice"),
        await realm.send("bob", { topic: "T" }),
        await realm.send("carol"),
      ];
      await realm.send("alice", { topic: "other" });
      await edit(realm, 4, ids[1] ?? 0, { topic: "new", propagate_mode: mode });
      const expected = ids.filter((_, index) => moved[index]);
      expect(await realm.ids("alice", [["topic", "new"]])).toEqual(expected);
      const [event] = await realm.eventsOf("update_message");
      expect(event?.event).toMatchObject({
        message_id: ids[1],
        message_ids: expected,
        orig_subject: "T",
        subject: "new",
        topic_links: [],
        propagate_mode: mode,
        stream_id: 1,
      });
      expect(event?.event).not.toHaveProperty("new_stream_id");
      expect(event?.event).not.toHaveProperty("content");
      const message = await shown(realm, 2, ids[1] ?? 0);
      expect(message?.edit_history).toMatchObject([{ user_id: 4, prev_topic: "T", topic: "new" }]);
      expect(message).toHaveProperty("last_moved_timestamp");
      expect(message).not.toHaveProperty("last_edit_timestamp");
    },
  );

  test("a move to another topic does not count as one when it only resolves the topic or reopens it", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    const resolved = { prev_topic: "t", topic: "✔ t" };
    const reopened = { prev_topic: "✔ t", topic: "t" };
    await edit(realm, 1, id, { topic: "✔ t" });
    for (const message of [await shown(realm, 1, id), await alone(realm, 1, id)]) {
      expect(message).toMatchObject({ subject: "✔ t", edit_history: [resolved] });
      expect(message).not.toHaveProperty("last_moved_timestamp");
      expect(message).not.toHaveProperty("last_edit_timestamp");
    }
    await edit(realm, 1, id, { topic: "t", content: "b" });
    const message = await shown(realm, 1, id);
    expect(message?.edit_history).toMatchObject([{ ...reopened, prev_content: "hi" }, resolved]);
    expect(message).not.toHaveProperty("last_moved_timestamp");
    expect(message).toHaveProperty("last_edit_timestamp");
    expect(await realm.eventsOf("update_message")).toMatchObject([
      { event: { orig_subject: "t", subject: "✔ t" } },
      { event: { orig_subject: "✔ t", subject: "t" } },
    ]);
  });

  test("a move to another topic counts also while the topic is resolved, and resolving keeps when that was", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(1, 2);
    const id = await realm.send("alice");
    await edit(realm, 1, id, { topic: "new" });
    const moved = (await shown(realm, 1, id))?.last_moved_timestamp;
    expect(moved).toBeTypeOf("number");
    await edit(realm, 1, id, { topic: "✔ new" });
    expect(await shown(realm, 1, id)).toHaveProperty("last_moved_timestamp", moved);
    const other = await realm.send("alice");
    await edit(realm, 1, other, { topic: "✔ t", stream_id: 2 });
    expect(await shown(realm, 1, other)).toHaveProperty("last_moved_timestamp");
  });

  test("a move together with new content is one edit", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await edit(realm, 1, id, { topic: "new", content: "b" });
    const message = await shown(realm, 1, id);
    expect(message?.edit_history).toMatchObject([
      { prev_topic: "t", topic: "new", prev_content: "hi" },
    ]);
    expect(await realm.eventsOf("update_message")).toHaveLength(1);
  });
});

describe("a move to another channel (docs/behaviour/messages.md#moving-messages)", () => {
  test("a move to another channel keeps what each reader has to do with the messages", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(1, 2);
    realm.data.setMembership(2, 2);
    realm.data.setMembership(5, 2);
    realm.data.setUser(5);
    await realm.send("bob", { to: "random", read_by_sender: true });
    const ids = [await realm.send("alice"), await realm.send("alice")];
    const later = await realm.send("bob", { to: "random", read_by_sender: true });
    await realm.mark("bob", "add", "read", ids.slice(0, 1));
    await edit(realm, 1, ids[0] ?? 0, { stream_id: 2, propagate_mode: "change_all" });
    expect(await realm.ids("bob", [["channel", "random"]])).toContain(ids[0]);
    expect(await realm.ids("bob", [["channel", "general"]])).toEqual([]);
    // 2 is in both channels, 5 only in the new one, 3 only in the old one, 4 is a guest who loses the messages.
    expect(await Promise.all(ids.map((id) => realm.flags("bob", id)))).toEqual([["read"], []]);
    expect(await realm.flags("bob", later)).toEqual(["read"]);
    expect(await realm.flags(5, ids[1] ?? 0)).toEqual(["read"]);
    expect(await realm.flags("carol", ids[1] ?? 0)).toEqual(["read"]);
    expect(await realm.flags("guest", ids[1] ?? 0)).toBeUndefined();
    expect((await realm.register("bob")).unread_msgs.streams).toEqual([
      { stream_id: 2, topic: "t", unread_message_ids: ids.slice(1) },
    ]);
    const [updated] = await realm.eventsOf("update_message");
    expect(updated?.audience).toEqual({ to: "users", ids: [1, 2, 3, 5] });
    expect(updated?.event).toMatchObject({
      message_ids: ids,
      stream_id: 1,
      stream_name: "general",
      new_stream_id: 2,
      orig_subject: "t",
      propagate_mode: "change_all",
    });
    expect(updated?.event).not.toHaveProperty("subject");
    const [gone] = await realm.eventsOf("delete_message");
    expect(gone).toMatchObject({
      audience: { to: "users", ids: [4] },
      slots: 2,
      event: { message_ids: ids, message_type: "stream", stream_id: 1, topic: "t" },
    });
  });

  test("a message that moves to another channel is read for readers who are not subscribed there (docs/behaviour/unread.md#what-is-unread)", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(2, 2);
    const ids = [await realm.send("alice"), await realm.send("alice"), await realm.send("alice")];
    await realm.mark("alice", "add", "read", ids);
    await realm.mark("carol", "add", "read", ids.slice(1, 2));
    await edit(realm, 1, ids[0] ?? 0, { stream_id: 2, propagate_mode: "change_all" });
    const [, , ...announced] = await realm.eventsOf("update_message_flags");
    const unread = [ids[0], ids[2]];
    expect(announced).toMatchObject([
      { audience: { to: "users", ids: [3] }, event: { op: "add", flag: "read", messages: unread } },
    ]);
    // Coming back, they stay read; of 2, who is subscribed to both, they were never touched.
    await edit(realm, 1, ids[0] ?? 0, { stream_id: 1, propagate_mode: "change_all" });
    expect(await Promise.all(ids.map((id) => realm.flags("carol", id)))).toEqual(
      ids.map(() => ["read"]),
    );
    expect(await Promise.all(ids.map((id) => realm.flags("bob", id)))).toEqual(ids.map(() => []));
    expect(await realm.eventsOf("update_message_flags")).toHaveLength(3);
  });

  test("a move to another channel takes messages from those who may not read there, with all their flags", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(1, 3);
    const id = await realm.send("alice");
    await realm.mark("bob", "add", "starred", [id]);
    await edit(realm, 1, id, { stream_id: 3, topic: "hush" });
    expect(await realm.ids("bob")).toEqual([]);
    expect((await realm.register("bob")).starred_messages).toEqual([]);
    expect((await realm.register("bob")).unread_msgs.count).toBe(0);
    const [gone] = await realm.eventsOf("delete_message");
    expect(gone?.audience).toEqual({ to: "users", ids: [2, 3, 4] });
    const [updated] = await realm.eventsOf("update_message");
    expect(updated?.audience).toEqual({ to: "users", ids: [1] });
  });
});

test("sends and moves at the same time do not deadlock (docs/behaviour/messages.md#moving-messages)", async ({
  expect,
}) => {
  const realm = world().realm();
  realm.data.setMembership(1, 2);
  const ids = await Promise.all(Array.from({ length: 8 }, () => realm.send("alice")));
  await Promise.all(
    ids.flatMap((id) => [
      realm.send("bob", { read_by_sender: true }),
      realm.send("alice", { to: "random", read_by_sender: true }),
      edit(realm, 1, id, { stream_id: 2 }),
    ]),
  );
  expect(await realm.ids("alice", [["channel", "random"]])).toHaveLength(16);
});
