import { listTopics } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("the topics of a channel (docs/behaviour/messages.md#topics-of-a-channel)", () => {
  test("the topics of a channel are withheld alike when it does not exist and when it cannot be read", async ({
    expect,
  }) => {
    const realm = world().realm();
    for (const id of [3, 99])
      await expect(realm.request("alice", listTopics, { stream_id: id })).rejects.toThrow(
        "Invalid channel ID",
      );
  });

  test("the topics of a channel are listed newest first, as the newest message writes them", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.send("alice", { topic: "lunch" });
    const empty = await realm.send("alice", { topic: "" });
    await realm.send("alice", { topic: "dinner" });
    const lunch = await realm.send("alice", { topic: "LUNCH" });
    const dinner = await realm.send("alice", { topic: "dinner" });
    await realm.direct("alice", [2]);
    const { topics } = await realm.request("bob", listTopics, { stream_id: 1 });
    expect(topics).toEqual([
      { name: "dinner", max_id: dinner },
      { name: "LUNCH", max_id: lunch },
      { name: "general chat", max_id: empty },
    ]);
    const modern = { stream_id: 1, allow_empty_topic_name: true };
    expect((await realm.request("bob", listTopics, modern)).topics.at(-1)?.name).toBe("");
  });

  test("the topics of a channel with protected history are those that one has received", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setChannel(3, { historyPublicToSubscribers: false });
    realm.data.setMembership(1, 3);
    await realm.send("alice", { to: "secret", topic: "before" });
    realm.data.setMembership(2, 3);
    const id = await realm.send("alice", { to: "secret", topic: "after" });
    const { topics } = await realm.request("bob", listTopics, { stream_id: 3 });
    expect(topics).toEqual([{ name: "after", max_id: id }]);
  });
});
