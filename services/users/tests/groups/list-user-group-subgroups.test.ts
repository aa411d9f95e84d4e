import { listUserGroupSubgroups } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);

describe("the groups within a group (docs/behaviour/groups.md#subgroups)", () => {
  test("the groups within a group are refused to guests, and for groups that are not there", async ({
    expect,
  }) => {
    const user_group_id = await groups.system("role:members");
    const byGuest = world().request("guest", listUserGroupSubgroups, { user_group_id });
    await expect(byGuest).rejects.toMatchObject({ message: "Not allowed for guest users" });
    const unknown = world().request("alice", listUserGroupSubgroups, { user_group_id: 4711 });
    await expect(unknown).rejects.toMatchObject({ message: "Invalid user group" });
  });

  test("the groups within a group include those within them unless only the nearest are asked for", async ({
    expect,
  }) => {
    const user_group_id = await groups.system("role:fullmembers");
    const moderators = await groups.system("role:moderators");
    const below = [
      moderators,
      await groups.system("role:administrators"),
      await groups.system("role:owners"),
    ].toSorted((a, b) => a - b);
    const all = await world().request("alice", listUserGroupSubgroups, { user_group_id });
    expect(all.subgroups).toEqual(below);
    const direct = { user_group_id, direct_subgroup_only: true };
    const { subgroups } = await world().request("alice", listUserGroupSubgroups, direct);
    expect(subgroups).toEqual([moderators]);
  });
});
