import { listUnseenUsers } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { World } from "../world.ts";
import { setSeeingAll } from "./guest-visibility.ts";

const world = useWorld(() => World.create());

test("a guest's unseen users are those whom it may not see, and nobody for others (docs/behaviour/users.md#users-hidden-from-guests)", async ({
  expect,
}) => {
  const { admin, bot, guest, alice } = world().people;
  const unseen = async (viewerId: number) => {
    const userIds = [bot.id, admin.id, guest.id, alice.id];
    const input = { realmId: world().realm.id, viewerId, userIds };
    return (await world().call(listUnseenUsers, input)).userIds;
  };
  expect(await unseen(guest.id)).toEqual([]);
  world().setMember(1, guest.id, true);
  world().setMember(1, alice.id, true);
  await setSeeingAll(world(), "role:members");
  expect(await unseen(guest.id)).toEqual([admin.id]);
  expect(await unseen(alice.id)).toEqual([]);
});
