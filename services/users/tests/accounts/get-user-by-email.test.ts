import { getUserByEmail } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("a user by address (docs/behaviour/users.md#finding-users)", () => {
  test("a user by address is refused when there is none, or only in another organization", async ({
    expect,
  }) => {
    for (const email of ["nobody@example.com", "owner@acme.example", "user999@localhost"]) {
      const user = world().request("alice", getUserByEmail, { email });
      await expect(user).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such user" });
    }
  });

  test("a user by address is found by the real address in any case and by the API's own form", async ({
    expect,
  }) => {
    const { guest } = world().people;
    for (const email of ["Guest@Example.com", `user${guest.id}@localhost`]) {
      const { user } = await world().request("alice", getUserByEmail, { email });
      expect(user.user_id).toBe(guest.id);
    }
  });
});
