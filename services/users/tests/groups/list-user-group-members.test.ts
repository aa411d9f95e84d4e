import { deactivateUser, listUserGroupMembers } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);

describe("the members of a group (docs/behaviour/groups.md#members-of-groups)", () => {
  test("the members of a group are refused to guests, and for groups that are not there", async ({
    expect,
  }) => {
    const user_group_id = await groups.system("role:members");
    const byGuest = world().request("guest", listUserGroupMembers, { user_group_id });
    await expect(byGuest).rejects.toMatchObject({ message: "Not allowed for guest users" });
    const unknown = world().request("alice", listUserGroupMembers, { user_group_id: 4711 });
    await expect(unknown).rejects.toMatchObject({ message: "Invalid user group" });
  });

  test("the members of a group include those of the groups within it unless they are not asked for", async ({
    expect,
  }) => {
    const { admin, owner, guest, bot } = world().people;
    const administrators = await groups.system("role:administrators");
    const user_group_id = await groups.add("staff", {
      members: [bot.id, guest.id],
      subgroups: [administrators],
    });
    const all = await world().request("bot", listUserGroupMembers, { user_group_id });
    expect(all.members).toEqual([owner.id, admin.id, guest.id, bot.id]);
    const direct = { user_group_id, direct_member_only: true };
    const { members } = await world().request("bot", listUserGroupMembers, direct);
    expect(members).toEqual([guest.id, bot.id]);
    await world().request("owner", deactivateUser, { user_id: guest.id });
    const later = await world().request("bot", listUserGroupMembers, direct);
    expect(later.members).toEqual([bot.id]);
  });
});
