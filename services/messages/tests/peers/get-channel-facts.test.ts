import { getChannelFacts } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

const self = { kind: "service", name: "channels" } as const;

test("oldest, newest and recent messages are counted (docs/behaviour/messages.md#facts-about-channels)", async ({
  expect,
}) => {
  const realm = world().realm();
  const ask = async (countSince: number | null, realmId = realm.id) => {
    const asked = { realmId, channelIds: [1, 2], countSince };
    return (await world().pool.call(getChannelFacts, self, asked, { realmId })).channels;
  };
  expect(await ask(0)).toEqual([]);
  const before = Math.floor(Date.now() / 1000);
  const first = await realm.send("alice", { topic: "Lunch" });
  await realm.send("alice", { topic: "" });
  await realm.send("alice", { topic: "Lunch" });
  const [facts, ...others] = await ask(null);
  expect(others).toEqual([]);
  expect(facts).toMatchObject({ channelId: 1, firstMessageId: first, messages: null });
  const after = Math.ceil(Date.now() / 1000);
  expect(facts?.newestSentAt).toBeGreaterThanOrEqual(before);
  expect(facts?.newestSentAt).toBeLessThanOrEqual(after);
  expect(await ask(0)).toMatchObject([{ channelId: 1, messages: 3 }]);
  expect(await ask(before)).toMatchObject([{ messages: 3 }]);
  expect(await ask(after + 1)).toMatchObject([{ messages: 0 }]);
  expect(await ask(0, world().realm().id)).toEqual([]);
});
