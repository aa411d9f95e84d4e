import { botsSource, deleteMessage, routineSource, updateMessage } from "@team-chat/contract";
import { ReceivedBundle } from "@team-chat/nats";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

/** The sources of the realm's bundles, in stream order. */
async function sourcesOf({ id }: Realm): Promise<readonly string[]> {
  const published = await world().published(id);
  return published.map(({ subject }) => subject.split(".").slice(3).join("."));
}

test("bundles that may concern bots are kept apart (docs/behaviour/webhooks.md#what-calls-a-bot)", async ({
  expect,
}) => {
  const realm = world().realm();
  await realm.send("alice", { content: "nobody is meant" });
  await realm.send("alice", { content: "**all** are not meant either: @**all**" });
  await realm.send("alice", { content: "hello @**User 2**" });
  await realm.direct("alice", [2]);

  expect(await sourcesOf(realm)).toEqual(["messages", routineSource, botsSource, botsSource]);
});

test("a bundle of sent messages has its facts in its header, not by what somebody wrote", async ({
  expect,
}) => {
  const realm = world().realm();
  await realm.send("alice", { content: '"mentionedUserIds":[2],"type":"delete_message"' });
  await realm.direct("alice", [2]);
  const facts = (await world().published(realm.id)).map(
    (message) => new ReceivedBundle(message).facts,
  );
  expect(facts).toMatchObject([
    { eventTypes: ["message"], mayReachBots: false, channelIds: [expect.any(Number)] },
    { eventTypes: ["message"], mayReachBots: true, channelIds: [] },
  ]);
});

describe("of messages without news for channels (docs/subsystems/channels.md, What channels say of messages)", () => {
  test("the first of each channel is apart, also when a bot may have to be told of it", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(1, 2);
    for (const to of ["general", "general", "random", "general", "random"])
      await realm.send("alice", { to });
    expect(await sourcesOf(realm)).toEqual([
      "messages",
      routineSource,
      "messages",
      routineSource,
      routineSource,
    ]);

    const other = world().realm();
    await other.send("alice", { content: "hello @**User 2**" });
    await other.send("alice", { content: "and so on" });
    expect(await sourcesOf(other)).toEqual([botsSource, routineSource]);
  });

  test("one is apart again after messages were deleted or moved", async ({ expect }) => {
    const realm = world().realm();
    const first = await realm.send("alice");
    await realm.send("alice");
    await realm.request("alice", deleteMessage, { message_id: first });
    await realm.send("alice");
    const last = await realm.send("alice");
    await realm.request("alice", updateMessage, { message_id: last, topic: "elsewhere" });
    await realm.send("alice");
    const conversation = ["messages", routineSource];
    expect(await sourcesOf(realm)).toEqual([
      ...conversation,
      "messages",
      ...conversation,
      "messages",
      "messages",
    ]);
  });

  test("one is apart again when another process may have deleted some meanwhile", async ({
    expect,
  }) => {
    const realm = world().realm();
    const { pool } = await world().replica();
    await realm.send("alice");
    await realm.send("alice");
    await realm.sendThrough(pool, "alice");
    await realm.send("alice");
    expect(await sourcesOf(realm)).toEqual(["messages", routineSource, "messages", "messages"]);
  });
});
