import { unsubscribe } from "@team-chat/contract";
import { test } from "vitest";

import { actives } from "../people.ts";
import { type Realm, World } from "../world.ts";

/** Statements on the tables of channels, without those that the outbox makes in its own time. */
const ownTables = /\b(realm_version|channel|subscription|insert into notice|insert into outbox)\b/;

test("subscribing takes as many statements for forty channels and all users as for one (docs/subsystems/channels.md, Subscribing)", async ({
  expect,
}) => {
  await using world = await World.create({}, true);
  const realm = world.realm();
  await realm.subscribe("owner", ["first"]);
  const few = await statementsOf(world, () => realm.subscribe("alice", ["new", "first"]));
  const channels = Array.from({ length: 40 }, (_, i) => `channel ${i}`);
  const principals = actives.map((name) => realm.people.id(name));
  const many = await statementsOf(world, () =>
    realm.subscribe("alice", [...channels, "first"], { principals }),
  );
  expect(many).toEqual(few);
  expect(few.length).toBe(8);
  expect(await countMemberships(realm)).toBe(40 * actives.length + actives.length + 1);
});

test("coming back takes two statements more, for forty channels and all users as for one (docs/subsystems/channels.md, Subscribing)", async ({
  expect,
}) => {
  await using world = await World.create({}, true);
  const realm = world.realm();
  const channels = Array.from({ length: 40 }, (_, i) => `channel ${i}`);
  const everybody = actives.map((name) => realm.people.id(name));
  await realm.subscribe("owner", channels, { principals: everybody });
  const back = async (subscriptions: readonly string[], principals: readonly number[]) => {
    const left = { subscriptions: [...subscriptions], principals: [...principals] };
    await realm.request("owner", unsubscribe, left);
    return statementsOf(world, () =>
      realm.subscribe("owner", [...subscriptions, "new"], { principals: [...principals] }),
    );
  };
  const few = await back(["channel 0"], [realm.people.id("alice")]);
  const many = await back(channels, everybody);
  expect(many.length).toBeLessThanOrEqual(few.length);
  // And one that brings into memory who left just before.
  expect(few.length).toBe(11);
});

async function statementsOf(world: World, work: () => Promise<unknown>): Promise<string[]> {
  const before = world.statements.length;
  await work();
  return world.statements.slice(before).filter((text) => ownTables.test(text));
}

async function countMemberships(realm: Realm): Promise<number> {
  const { memberships } = await realm.state();
  return memberships.filter(({ active }) => active).length;
}
