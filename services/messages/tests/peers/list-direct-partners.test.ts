import { listDirectPartners } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

const self = { kind: "service", name: "users" } as const;

test("the direct partners of a user are the others of all conversations, each once (docs/subsystems/users.md, Guests' visibility)", async ({
  expect,
}) => {
  const realm = world().realm();
  const ask = async (userIds: number[], realmId = realm.id) => {
    const { partners } = await world().pool.call(
      listDirectPartners,
      self,
      { realmId, userIds },
      { realmId },
    );
    return partners.toSorted((a, b) => a.userId - b.userId);
  };
  expect(await ask([1, 2, 3, 4])).toEqual([]);
  await realm.direct("alice", [2, 3]);
  await realm.direct("bob", [1]);
  await realm.direct("guest", [4]);
  await realm.send("guest");
  expect(await ask([1, 4])).toEqual([{ userId: 1, partnerIds: [2, 3] }]);
  expect(await ask([3])).toEqual([{ userId: 3, partnerIds: [1, 2] }]);
  expect(await ask([1], world().realm().id)).toEqual([]);
});
