import { listDirectPartners } from "@team-chat/contract";
import { afterAll, beforeAll, test } from "vitest";

import { World } from "../world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world[Symbol.asyncDispose]());

const self = { kind: "service", name: "users" } as const;

test("the direct partners of a user are the others of all conversations, each once (docs/subsystems/users.md, Guests' visibility)", async ({
  expect,
}) => {
  const realm = world.realm();
  const ask = async (userIds: number[], realmId = realm.id) => {
    const { partners } = await world.pool.call(
      listDirectPartners,
      self,
      { realmId, userIds },
      { realmId },
    );
    return partners.toSorted((a, b) => a.userId - b.userId);
  };
  expect(await ask([1, 2, 3, 4])).toEqual([]);
  await realm.direct(1, [2, 3]);
  await realm.direct(2, [1]);
  await realm.direct(4, [4]);
  await realm.send(4);
  expect(await ask([1, 4])).toEqual([{ userId: 1, partnerIds: [2, 3] }]);
  expect(await ask([3])).toEqual([{ userId: 3, partnerIds: [1, 2] }]);
  expect(await ask([1], world.realm().id)).toEqual([]);
});
