import { claimGroups, updateUserGroup } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);

describe("claiming groups for a change elsewhere (docs/behaviour/api.md#concurrent-changes)", () => {
  test("claiming groups says whether they are there and active, and tells nobody", async ({
    expect,
  }) => {
    const realmId = world().realm.id;
    const [one, two] = [await groups.add("one"), await groups.add("two")];
    const claim = (...groupIds: number[]) => world().call(claimGroups, { realmId, groupIds });
    await world().events();
    expect(await claim(one, two, one)).toEqual({ isActive: true });
    expect(await claim()).toEqual({ isActive: true });
    expect(await claim(one, 4711)).toEqual({ isActive: false });
    const elsewhere = { realmId: world().acme.id, groupIds: [one] };
    expect(await world().call(claimGroups, elsewhere)).toEqual({ isActive: false });
    expect(await world().events()).toEqual([]);
    expect(await groups.record(one)).toMatchObject({ deactivated: false });
  });

  test("claims of many at once and a change of the group are all carried out", async ({
    expect,
  }) => {
    const realmId = world().realm.id;
    const id = await groups.add("busy");
    const claims = Array.from({ length: 20 }, () =>
      world().call(claimGroups, { realmId, groupIds: [id] }),
    );
    await world().request("alice", updateUserGroup, { user_group_id: id, description: "About" });
    expect(new Set((await Promise.all(claims)).map(({ isActive }) => isActive))).toEqual(
      new Set([true]),
    );
  });
});
