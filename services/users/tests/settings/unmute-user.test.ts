import { muteUser, unmuteUser } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("unmuting a user (docs/behaviour/users.md#muting-users)", () => {
  test("unmuting a user refuses strangers and users who are not muted", async ({ expect }) => {
    for (const [id, message] of [
      [world().people.guest.id, "User is not muted"],
      [world().acmeOwner.id, "No such user"],
    ] as const)
      await expect(
        world().request("alice", unmuteUser, { muted_user_id: id }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("unmuting a user tells the user only", async ({ expect }) => {
    const { alice, guest } = world().people;
    await world().request("alice", muteUser, { muted_user_id: guest.id });
    await world().events();
    await world().request("alice", unmuteUser, { muted_user_id: guest.id });
    const events = await world().events();
    expect(eventsFor(alice.id, events)).toEqual([{ type: "muted_users", muted_users: [] }]);
    expect(eventsFor(guest.id, events)).toEqual([]);
  });
});
