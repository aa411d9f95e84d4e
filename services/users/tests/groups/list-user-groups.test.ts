import { deactivateUserGroup, listUserGroups, systemGroupNames } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);

describe("the list of groups (docs/behaviour/groups.md#listing-groups)", () => {
  test("the list of groups is refused to guests", async ({ expect }) => {
    await expect(world().request("guest", listUserGroups, {})).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Not allowed for guest users",
    });
  });

  // See docs/behaviour/groups.md#system-groups, docs/behaviour/groups.md#user-group-object.
  test("the list of groups has the system groups, each within the next, where nobody has permissions", async ({
    expect,
  }) => {
    const { user_groups: all } = await world().request("alice", listUserGroups, {});
    const system = all.filter((group) => group.is_system_group);
    expect(system.map(({ name }) => name).toSorted()).toEqual([...systemGroupNames].toSorted());
    const byName = new Map(system.map((group) => [group.name, group]));
    const { owner, admin, moderator, alice, guest, bot } = world().people;
    const nobody = byName.get("role:nobody")?.id;
    expect(byName.get("role:everyone")).toMatchObject({
      members: [guest.id],
      direct_subgroup_ids: [byName.get("role:members")?.id],
      creator_id: null,
      deactivated: false,
      can_add_members_group: nobody,
      can_join_group: nobody,
      can_leave_group: nobody,
      can_manage_group: nobody,
      can_mention_group: nobody,
      can_remove_members_group: nobody,
    });
    for (const [name, members] of [
      ["role:owners", [owner.id]],
      ["role:administrators", [admin.id]],
      ["role:moderators", [moderator.id]],
      ["role:members", [alice.id, bot.id]],
      ["role:nobody", []],
    ] as const)
      expect(byName.get(name)?.members, name).toEqual(members);
  });

  test("the list of groups leaves deactivated groups out unless they are asked for", async ({
    expect,
  }) => {
    const id = await groups.add("gone");
    await world().request("alice", deactivateUserGroup, { user_group_id: id });
    const { user_groups: active } = await world().request("alice", listUserGroups, {});
    expect(active.map((group) => group.id)).not.toContain(id);
    expect(await groups.one(id)).toMatchObject({ name: "gone", deactivated: true });
  });
});
