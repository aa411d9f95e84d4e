// What is remembered of unread messages is always what the database says (docs/subsystems/messages.md, Unread).
import { deleteMessage, updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

// Everything that can be remembered is.
const unreadLimits = { maxUnread: 6, maxAsked: 1, maxRemembered: 50 };
const world = useWorld(() => World.create({ unreadLimits }));
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

/** Topics with their unread messages. */
async function streams(userId: number) {
  const { unread_msgs: unread } = await realm.register(userId);
  return Object.fromEntries(
    unread.streams.map(({ stream_id, topic, unread_message_ids: ids }) => [
      `${stream_id} ${topic}`,
      ids,
    ]),
  );
}

const move = (message_id: number, change: object) =>
  realm.request("alice", updateMessage, { message_id, propagate_mode: "change_one", ...change });

describe("unread messages that are remembered (docs/behaviour/unread.md#unread-summary)", () => {
  test("unread messages that are remembered are followed by new ones, for everybody who did not read them", async ({
    expect,
  }) => {
    const [a, b] = [
      await realm.send("alice", { topic: "a" }),
      await realm.send("alice", { topic: "A" }),
    ];
    expect(await streams(2)).toEqual({ "1 A": [a, b] });
    const c = await realm.send("alice", { topic: "c" });
    expect(await streams(2)).toEqual({ "1 A": [a, b], "1 c": [c] });
    await realm.mark("carol", "add", "read", [b]);
    expect(await streams(3)).toEqual({ "1 A": [a], "1 c": [c] });
    await realm.mark("bob", "add", "read", [a, b, c]);
    expect(await streams(2)).toEqual({});
    await realm.mark("bob", "remove", "read", [a]);
    expect(await streams(2)).toEqual({ "1 A": [a] });
  });

  test("unread messages that are remembered change with their messages, in every process", async ({
    expect,
  }) => {
    realm.data.setMembership(2, 2);
    const [a, b, c] = [
      await realm.send("alice", { topic: "a" }),
      await realm.send("alice", { topic: "a" }),
      await realm.send("alice", { topic: "a" }),
    ];
    await streams(2);
    await move(b, { topic: "b" });
    expect(await streams(2)).toEqual({ "1 a": [a, c], "1 b": [b] });
    realm.data.setMembership(1, 2);
    await move(c, { stream_id: 2, topic: "c" });
    expect(await streams(2)).toEqual({ "1 a": [a], "1 b": [b], "2 c": [c] });
    await realm.request("alice", updateMessage, { message_id: a, content: "@**all**" });
    expect((await realm.register("bob")).unread_msgs.mentions).toEqual([a]);
    await realm.request("alice", updateMessage, { message_id: a, content: "nobody" });
    expect((await realm.register("bob")).unread_msgs.mentions).toEqual([]);
    realm.data.setUser(1, { role: 200 });
    await realm.request("alice", deleteMessage, { message_id: b });
    expect(await streams(2)).toEqual({ "1 a": [a], "2 c": [c] });
  });

  test("unread messages that are remembered are the newest so many of all places together", async ({
    expect,
  }) => {
    realm.data.setMembership(2, 2);
    const sent: number[] = [];
    for (let count = 0; count < 5; count += 1)
      sent.push(await realm.send("alice"), await realm.send("alice", { to: "random", topic: "t" }));
    const direct = await realm.direct("alice", [2]);
    const { unread_msgs: unread } = await realm.register("bob");
    const ids = unread.streams.flatMap(({ unread_message_ids: some }) => some);
    expect(ids.toSorted((a, b) => a - b)).toEqual(sent.slice(-5));
    expect(unread.pms).toEqual([{ other_user_id: 1, sender_id: 1, unread_message_ids: [direct] }]);
    expect(unread).toMatchObject({ count: 6, old_unreads_missing: true });
    await realm.mark("bob", "add", "read", sent.slice(3));
    expect((await realm.register("bob")).unread_msgs).toMatchObject({
      count: 4,
      old_unreads_missing: false,
    });
    expect(await streams(2)).toEqual({
      "1 t": [sent[0], sent[2]],
      "2 t": [sent[1]],
    });
  });
});
