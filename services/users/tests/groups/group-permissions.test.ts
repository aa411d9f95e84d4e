import { updateUserGroup, updateUserGroupMembers } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);

type Permission =
  | "can_add_members_group"
  | "can_join_group"
  | "can_leave_group"
  | "can_manage_group"
  | "can_remove_members_group";

/**
 * Uses of a permission by somebody who has it; the guest and the moderator are in the group before, the admin is not.
 */
const uses: Readonly<Record<Permission, (id: number) => Promise<unknown>>> = {
  can_add_members_group: (id) => change(id, { add: [world().people.admin.id] }),
  can_join_group: (id) => change(id, { add: [world().people.moderator.id] }),
  can_leave_group: (id) => change(id, { delete: [world().people.moderator.id] }),
  can_manage_group: (id) =>
    world().request("moderator", updateUserGroup, { user_group_id: id, description: "Mine" }),
  can_remove_members_group: (id) => change(id, { delete: [world().people.guest.id] }),
};

function change(user_group_id: number, params: object) {
  return world().request("moderator", updateUserGroupMembers, { user_group_id, ...params });
}

const permissions = Object.keys(uses) as readonly Permission[];

describe("the permissions of a group (docs/behaviour/groups.md#permissions-of-a-group)", () => {
  test.for(permissions)(
    "%s is given, told, shown, and holds from then on",
    async (name, { expect }) => {
      const { guest, moderator } = world().people;
      const nobody = await groups.system("role:nobody");
      const owners = await groups.system("role:owners");
      const id = await groups.add(name, {
        members: name === "can_join_group" ? [guest.id] : [guest.id, moderator.id],
        can_leave_group: nobody,
      });
      await expect(uses[name](id)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Insufficient permission",
      });
      const before = await groups.one(id);
      const value = { direct_members: [moderator.id], direct_subgroups: [owners] };
      await world().events();
      const given: object = { [name]: { new: value, old: before[name] } };
      await world().request("alice", updateUserGroup, { user_group_id: id, ...given });
      expect(eventsFor(guest.id, await world().events())).toEqual([
        { type: "user_group", op: "update", group_id: id, data: { [name]: value } },
      ]);
      expect(await groups.one(id)).toEqual({ ...before, [name]: value });
      await uses[name](id);
      expect(await groups.one(id)).not.toEqual({ ...before, [name]: value });
    },
  );

  test("can_mention_group is given, told and shown, and other services decide by it", async ({
    expect,
  }) => {
    const { guest, moderator } = world().people;
    const everyone = await groups.system("role:everyone");
    const owners = await groups.system("role:owners");
    const id = await groups.add("mentioned");
    expect(await groups.one(id)).toMatchObject({ can_mention_group: everyone });
    const value = { direct_members: [moderator.id], direct_subgroups: [owners] };
    await world().events();
    await world().request("alice", updateUserGroup, {
      user_group_id: id,
      can_mention_group: { new: value },
    });
    expect(eventsFor(guest.id, await world().events())).toEqual([
      {
        type: "user_group",
        op: "update",
        group_id: id,
        data: { can_mention_group: value },
      },
    ]);
    expect(await groups.one(id)).toMatchObject({ can_mention_group: value });
    expect(await groups.record(id)).toMatchObject({ settings: { can_mention_group: value } });
  });
});
