import { deactivateUser, getIsUserGroupMember } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);

describe("whether a user is in a group (docs/behaviour/groups.md#members-of-groups)", () => {
  test("asking whether a user is in a group is refused to guests, and for groups and users that are not there", async ({
    expect,
  }) => {
    const user_group_id = await groups.system("role:members");
    const user_id = world().people.owner.id;
    for (const [name, params, message] of [
      ["guest", { user_group_id, user_id }, "Not allowed for guest users"],
      ["alice", { user_group_id: 4711, user_id }, "Invalid user group"],
      ["alice", { user_group_id, user_id: 4711 }, "No such user"],
    ] as const)
      await expect(
        world().request(name, getIsUserGroupMember, params),
        message,
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("a group counts groups within it unless only direct members are asked for", async ({
    expect,
  }) => {
    const user_group_id = await groups.system("role:members");
    const ask = async (user_id: number, direct_member_only?: boolean) => {
      const params = {
        user_group_id,
        user_id,
        ...(direct_member_only ? { direct_member_only } : {}),
      };
      return (await world().request("alice", getIsUserGroupMember, params)).is_user_group_member;
    };
    const { owner, guest, alice } = world().people;
    expect(await ask(owner.id)).toBe(true);
    expect(await ask(owner.id, true)).toBe(false);
    expect(await ask(alice.id, true)).toBe(true);
    expect(await ask(guest.id)).toBe(false);
    const everyone = await groups.system("role:everyone");
    await world().request("owner", deactivateUser, { user_id: guest.id });
    const gone = { user_group_id: everyone, user_id: guest.id };
    expect(await world().request("alice", getIsUserGroupMember, gone)).toMatchObject({
      is_user_group_member: false,
    });
  });
});
