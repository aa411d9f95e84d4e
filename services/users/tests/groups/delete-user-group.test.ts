import { deleteUserGroup } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);

describe("deleting a group by the older name (docs/behaviour/groups.md#deactivating-groups)", () => {
  test("deleting a group by the older name is refused to those who do not manage it", async ({
    expect,
  }) => {
    const user_group_id = await groups.add("one");
    const deleted = world().request("moderator", deleteUserGroup, { user_group_id });
    await expect(deleted).rejects.toMatchObject({ message: "Insufficient permission" });
  });

  test("deleting a group by the older name deactivates it", async ({ expect }) => {
    const user_group_id = await groups.add("two");
    await world().request("alice", deleteUserGroup, { user_group_id });
    expect(await groups.one(user_group_id)).toMatchObject({ deactivated: true });
  });

  test("deleting a group by the older name is refused while something uses it, with the uses", async ({
    expect,
  }) => {
    const user_group_id = await groups.add("three");
    const above = await groups.add("above", { subgroups: [user_group_id] });
    await expect(
      world().request("alice", deleteUserGroup, { user_group_id }),
    ).rejects.toMatchObject({
      code: "CANNOT_DEACTIVATE_GROUP_IN_USE",
      message: "Cannot deactivate user group in use.",
      details: { objections: [{ type: "subgroup", supergroup_ids: [above] }] },
    });
    expect(await groups.one(user_group_id)).toMatchObject({ deactivated: false });
  });
});
