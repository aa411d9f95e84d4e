import { checkOwnPassword } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { password } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

test("a password is right for its account only, and none for who has none (docs/behaviour/api.md#rate-limits)", async ({
  expect,
}) => {
  const { bot, alice } = world().people;
  const check = async (userId: number, given: string, realmId = world().realm.id) =>
    (await world().call(checkOwnPassword, { realmId, userId, password: given })).isRight;
  expect(await check(alice.id, password)).toBe(true);
  expect(await check(alice.id, `${password}!`)).toBe(false);
  expect(await check(alice.id, password, world().acme.id)).toBe(false);
  expect(await check(bot.id, password)).toBe(false);
});
