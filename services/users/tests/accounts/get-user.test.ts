import { getUser } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("a user by id (docs/behaviour/users.md#finding-users)", () => {
  test("a user by id is refused when there is none, or only in another organization", async ({
    expect,
  }) => {
    for (const id of [999, world().acmeOwner.id]) {
      const user = world().request("alice", getUser, { user_id: id });
      await expect(user).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such user" });
    }
  });

  test("anybody of the organization is found by id", async ({ expect }) => {
    const { guest, bot } = world().people;
    for (const { id, email } of [guest, bot]) {
      const { user } = await world().request("alice", getUser, { user_id: id });
      expect(user).toMatchObject({ user_id: id, email });
    }
  });
});
