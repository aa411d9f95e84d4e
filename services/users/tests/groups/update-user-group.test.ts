import {
  deactivateUser,
  deactivateUserGroup,
  reactivateUser,
  updateUserGroup,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);

describe("changing a group (docs/behaviour/groups.md#changing-groups)", () => {
  test("changing a group is refused to those who do not manage it, and for system groups", async ({
    expect,
  }) => {
    const id = await groups.add("one");
    const everyone = await groups.system("role:everyone");
    const refused = { code: "BAD_REQUEST", message: "Insufficient permission" };
    for (const [name, user_group_id] of [
      ["moderator", id],
      ["admin", id],
      ["owner", everyone],
    ] as const)
      await expect(
        world().request(name, updateUserGroup, { user_group_id, name: "two" }),
        name,
      ).rejects.toMatchObject(refused);
    const byGuest = world().request("guest", updateUserGroup, { user_group_id: id, name: "two" });
    await expect(byGuest).rejects.toMatchObject({ message: "Not allowed for guest users" });
    expect(await groups.one(id)).toMatchObject({ name: "one" });
  });

  test("changing a group is refused without anything new, and for groups that are not there", async ({
    expect,
  }) => {
    const id = await groups.add("two");
    const nothing = world().request("alice", updateUserGroup, { user_group_id: id });
    await expect(nothing).rejects.toMatchObject({ message: "No new data supplied" });
    const unknown = world().request("alice", updateUserGroup, { user_group_id: 4711, name: "x" });
    await expect(unknown).rejects.toMatchObject({ message: "Invalid user group" });
    const taken = world().request("alice", updateUserGroup, { user_group_id: id, name: "ONE" });
    await expect(taken).rejects.toMatchObject({ message: "User group 'ONE' already exists." });
    const bad = world().request("alice", updateUserGroup, { user_group_id: id, name: "@x" });
    await expect(bad).rejects.toMatchObject({ message: "User group name cannot start with '@'." });
  });

  test("changing a group tells everybody each thing that changed, and nothing else", async ({
    expect,
  }) => {
    const id = await groups.add("three", { description: "old" });
    const moderators = await groups.system("role:moderators");
    await world().events();
    await world().request("alice", updateUserGroup, {
      user_group_id: id,
      name: "Three",
      description: "old",
      can_join_group: { new: { direct_members: [], direct_subgroups: [moderators] } },
    });
    const update = { type: "user_group", op: "update", group_id: id };
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      { ...update, data: { name: "Three" } },
      { ...update, data: { can_join_group: moderators } },
    ]);
    expect(await groups.one(id)).toMatchObject({ name: "Three", can_join_group: moderators });
    await world().request("owner", updateUserGroup, {
      user_group_id: id,
      name: "Three",
      can_join_group: { new: moderators },
    });
    expect(await world().events()).toEqual([]);
  });

  // See docs/behaviour/groups.md#group-settings.
  test("changing a group is refused when a permission is not the expected one any more", async ({
    expect,
  }) => {
    const id = await groups.add("four");
    const { alice, guest } = world().people;
    const creator = { direct_members: [alice.id], direct_subgroups: [] };
    const moderators = await groups.system("role:moderators");
    const changed = (params: object) =>
      world().request("alice", updateUserGroup, {
        user_group_id: id,
        name: "renamed",
        ...params,
      });
    await expect(
      changed({ can_manage_group: { new: moderators, old: moderators } }),
    ).rejects.toMatchObject({ code: "EXPECTATION_MISMATCH" });
    await expect(
      changed({
        can_add_members_group: { new: moderators },
        can_manage_group: { new: 4711, old: creator },
      }),
    ).rejects.toMatchObject({ message: "Invalid user group" });
    expect(await groups.one(id)).toMatchObject({ name: "four", can_add_members_group: creator });
    await changed({
      can_manage_group: { new: { direct_members: [guest.id], direct_subgroups: [] }, old: creator },
    });
    const byGuest = world().request("guest", updateUserGroup, { user_group_id: id, name: "mine" });
    await expect(byGuest).rejects.toMatchObject({ message: "Not allowed for guest users" });
  });

  test("changing a group reactivates it, which makes it new to older clients", async ({
    expect,
  }) => {
    const id = await groups.add("five", { members: [world().people.guest.id] });
    await world().request("alice", deactivateUserGroup, { user_group_id: id });
    await world().request("alice", updateUserGroup, { user_group_id: id, description: "asleep" });
    await world().events();
    await world().request("alice", updateUserGroup, { user_group_id: id, deactivated: true });
    expect(await world().events()).toEqual([]);
    await world().request("alice", updateUserGroup, { user_group_id: id, deactivated: false });
    const [event] = await world().events();
    const group = await groups.one(id);
    expect(group).toMatchObject({ deactivated: false, description: "asleep" });
    expect(event).toEqual({
      audience: { to: "everyone" },
      event: { type: "user_group", op: "update", group_id: id, data: { deactivated: false } },
      internal: { reactivated_group: group },
    });
  });

  test("changing a group shows permissions without users who were deactivated, and tells of it", async ({
    expect,
  }) => {
    const { moderator, guest, alice } = world().people;
    const both = { direct_members: [moderator.id, alice.id], direct_subgroups: [] };
    const id = await groups.add("six", { can_manage_group: both });
    const nobody = await groups.system("role:nobody");
    const alone = await groups.add("seven", {
      can_join_group: { direct_members: [moderator.id], direct_subgroups: [] },
    });
    await world().events();
    await world().request("owner", deactivateUser, { user_id: moderator.id });
    const without = { direct_members: [alice.id], direct_subgroups: [] };
    const update = { type: "user_group", op: "update" };
    const announced = eventsFor(guest.id, await world().events());
    expect(announced).toContainEqual({
      ...update,
      group_id: id,
      data: { can_manage_group: without },
    });
    expect(announced).toContainEqual({
      ...update,
      group_id: alone,
      data: { can_join_group: nobody },
    });
    expect(await groups.one(id)).toMatchObject({ can_manage_group: without });
    await world().request("owner", reactivateUser, { user_id: moderator.id });
    const sorted = { ...both, direct_members: both.direct_members.toSorted((a, b) => a - b) };
    expect(eventsFor(guest.id, await world().events())).toContainEqual({
      ...update,
      group_id: id,
      data: { can_manage_group: sorted },
    });
    expect(await groups.one(id)).toMatchObject({ can_manage_group: sorted });
  });
});
