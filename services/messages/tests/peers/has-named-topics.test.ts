import { hasNamedTopics } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

const self = { kind: "service", name: "channels" } as const;

test("a named topic exists while it has a message (docs/behaviour/messages.md#facts-about-channels)", async ({
  expect,
}) => {
  const realm = world().realm();
  const ask = async (channelId: number, realmId = realm.id) => {
    const asked = { realmId, channelId };
    return (await world().pool.call(hasNamedTopics, self, asked, { realmId })).hasNamedTopics;
  };
  expect(await ask(1)).toBe(false);
  await realm.send("alice", { topic: "" });
  await realm.send("alice", { topic: "(no topic)" });
  expect(await ask(1)).toBe(false);
  await realm.send("alice", { topic: "Lunch" });
  expect(await ask(1)).toBe(true);
  expect(await ask(2)).toBe(false);
  expect(await ask(1, world().realm().id)).toBe(false);
});
