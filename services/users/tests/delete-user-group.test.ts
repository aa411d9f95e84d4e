import { deleteUserGroup } from "@team-chat/contract";
import { describe, test } from "vitest";

import { Groups } from "./groups.ts";
import { useWorld } from "./use-world.ts";

const world = useWorld();
const groups = new Groups(world);

describe("deleting a group by the older name (reference/api-surface.md, legacy)", () => {
  test("is refused to those who do not manage it", async ({ expect }) => {
    const user_group_id = await groups.add("one");
    const deleted = world().request(deleteUserGroup, "moderator", { user_group_id });
    await expect(deleted).rejects.toMatchObject({ message: "Insufficient permission" });
  });

  test("deactivates it", async ({ expect }) => {
    const user_group_id = await groups.add("two");
    await world().request(deleteUserGroup, "member", { user_group_id });
    expect(await groups.one(user_group_id)).toMatchObject({ deactivated: true });
  });
});
