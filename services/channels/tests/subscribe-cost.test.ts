import { test } from "vitest";

import { actives } from "./people.ts";
import { type Realm, World } from "./world.ts";

/** Statements on the tables of channels, without those that the outbox makes in its own time. */
const ownTables = /\b(realm_version|channel|subscription|insert into notice|insert into outbox)\b/;

test("subscribing takes as many statements for fifty channels and all users as for one (docs/subsystems/channels.md, Subscribing)", async ({
  expect,
}) => {
  await using world = await World.create({}, true);
  const realm = world.realm();
  await realm.subscribe("owner", ["first"]);
  const few = await statementsOf(world, () => realm.subscribe("member", ["new", "first"]));
  const channels = Array.from({ length: 50 }, (_, i) => `channel ${i}`);
  const principals = actives.map((name) => realm.people.id(name));
  const many = await statementsOf(world, () =>
    realm.subscribe("member", [...channels, "first"], { principals }),
  );
  expect(many).toEqual(few);
  expect(few.length).toBe(8);
  expect(await countMemberships(realm)).toBe(50 * actives.length + actives.length + 1);
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
