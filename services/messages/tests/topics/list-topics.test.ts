import { listTopics } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

describe("the topics of a channel (docs/behaviour/messages.md#topics-of-a-channel)", () => {
  test("the topics of a channel are withheld alike when it does not exist and when it cannot be read", async ({
    expect,
  }) => {
    const realm = world.realm();
    for (const id of [3, 99])
      await expect(realm.request(1, listTopics, { stream_id: id })).rejects.toThrow(
        "Invalid channel ID",
      );
  });

  test("the topics of a channel are listed newest first, as the newest message writes them", async ({
    expect,
  }) => {
    const realm = world.realm();
    await realm.send(1, { topic: "lunch" });
    const empty = await realm.send(1, { topic: "" });
    await realm.send(1, { topic: "dinner" });
    const lunch = await realm.send(1, { topic: "LUNCH" });
    const dinner = await realm.send(1, { topic: "dinner" });
    await realm.direct(1, [2]);
    const { topics } = await realm.request(2, listTopics, { stream_id: 1 });
    expect(topics).toEqual([
      { name: "dinner", max_id: dinner },
      { name: "LUNCH", max_id: lunch },
      { name: "general chat", max_id: empty },
    ]);
    const modern = { stream_id: 1, allow_empty_topic_name: true };
    expect((await realm.request(2, listTopics, modern)).topics.at(-1)?.name).toBe("");
  });

  test("the topics of a channel with protected history are those that one has received", async ({
    expect,
  }) => {
    const realm = world.realm();
    realm.data.setChannel(3, { historyPublicToSubscribers: false });
    realm.data.setMembership(1, 3);
    await realm.send(1, { to: "secret", topic: "before" });
    realm.data.setMembership(2, 3);
    const id = await realm.send(1, { to: "secret", topic: "after" });
    const { topics } = await realm.request(2, listTopics, { stream_id: 3 });
    expect(topics).toEqual([{ name: "after", max_id: id }]);
  });
});
