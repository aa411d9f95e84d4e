import { createUserGroup, listUserGroups } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);
const group = { name: "designers", description: "They design", members: [] };

describe("a new group (docs/behaviour/groups.md#creating-groups)", () => {
  test("a new group is refused to guests and those without can_create_groups", async ({
    expect,
  }) => {
    const created = world().request("guest", createUserGroup, group);
    await expect(created).rejects.toMatchObject({ message: "Insufficient permission" });
  });

  test("a new group is refused with a bad name", async ({ expect }) => {
    for (const [name, message] of [
      ["  ", "User group name can't be empty!"],
      ["x".repeat(101), "User group name cannot exceed 100 characters."],
      ["@team", "User group name cannot start with '@'."],
      ["role:boss", "User group name cannot start with 'role:'."],
      ["user:1", "User group name cannot start with 'user:'."],
      ["stream:1", "User group name cannot start with 'stream:'."],
      ["channel:1", "User group name cannot start with 'channel:'."],
      ["ROLE:OWNERS", "User group 'ROLE:OWNERS' already exists."],
    ] as const) {
      const created = world().request("alice", createUserGroup, { ...group, name });
      await expect(created, name).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    }
  });

  test("a new group is refused with members, subgroups and permissions that are not there", async ({
    expect,
  }) => {
    const internet = await groups.system("role:internet");
    const everyone = await groups.system("role:everyone");
    for (const [change, message] of [
      [{ members: [4711] }, "Invalid user ID: 4711"],
      [{ subgroups: [4711] }, "Invalid user group ID: 4711"],
      [{ can_join_group: 4711 }, "Invalid user group"],
      [
        { can_join_group: { direct_members: [4711], direct_subgroups: [] } },
        "Invalid user ID: 4711",
      ],
      [
        { can_join_group: { direct_members: [], direct_subgroups: [4711] } },
        "Invalid user group ID: 4711",
      ],
      [
        { can_mention_group: internet },
        "'can_mention_group' setting cannot be set to 'role:internet' group.",
      ],
      [
        { can_join_group: everyone },
        "'can_join_group' setting cannot be set to 'role:everyone' group.",
      ],
    ] satisfies [object, string][]) {
      const created = world().request("alice", createUserGroup, { ...group, ...change });
      await expect(created, message).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    }
    expect((await groups.all()).filter((one) => !one.is_system_group)).toEqual([]);
    expect(await world().events()).toEqual([]);
  });

  test("a new group has its members, is managed by its creator, and is told to everybody", async ({
    expect,
  }) => {
    const { alice, guest, bot } = world().people;
    const nobody = await groups.system("role:nobody");
    const everyone = await groups.system("role:everyone");
    const moderators = await groups.system("role:moderators");
    await world().events();
    const id = await groups.add("designers", {
      description: "They design",
      members: [bot.id, guest.id, guest.id],
      subgroups: [moderators],
      can_remove_members_group: { direct_members: [], direct_subgroups: [moderators] },
      can_join_group: { direct_members: [], direct_subgroups: [] },
    });
    const creator = { direct_members: [alice.id], direct_subgroups: [] };
    const expected = {
      id,
      name: "designers",
      description: "They design",
      creator_id: alice.id,
      date_created: expect.any(Number),
      members: [guest.id, bot.id],
      direct_subgroup_ids: [moderators],
      is_system_group: false,
      deactivated: false,
      can_add_members_group: creator,
      can_join_group: nobody,
      can_leave_group: everyone,
      can_manage_group: creator,
      can_mention_group: everyone,
      can_remove_members_group: moderators,
    };
    expect(await groups.one(id)).toEqual(expected);
    const announced = [{ type: "user_group", op: "add", group: expected }];
    const events = await world().events();
    for (const { id: userId } of [guest, alice])
      expect(eventsFor(userId, events)).toEqual(announced);
    expect(await groups.record(id)).toMatchObject({
      members: [guest.id, bot.id],
      deactivated: false,
    });
    const again = world().request("alice", createUserGroup, { ...group, name: "Designers" });
    await expect(again).rejects.toMatchObject({
      message: "User group 'Designers' already exists.",
    });
    const { user_groups: all } = await world().request("alice", listUserGroups, {});
    expect(all).toHaveLength(9);
  });
});
