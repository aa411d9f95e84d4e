import { getUser, removeProfileData, updateProfileData } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { addField } from "./profile-fields.ts";

const world = useWorld(() => World.create());

describe("taking values out of one's profile (docs/behaviour/users.md#profile-values)", () => {
  test("taking values out of one's profile is refused for unknown fields and those one may not fill in", async ({
    expect,
  }) => {
    const id = await addField(world(), "Fixed", { field_type: 1, editable_by_user: false });
    for (const [field, message] of [
      [999_999, "Field id 999999 not found."],
      [id, "You are not allowed to change this field. Contact an administrator to update it."],
    ] as const)
      await expect(
        world().request("alice", removeProfileData, { data: [field] }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("taking values out of one's profile tells everybody of what was there", async ({
    expect,
  }) => {
    const { alice, guest } = world().people;
    const id = await addField(world(), "Team", 8);
    const empty = await addField(world(), "Other", 8);
    await world().request("alice", updateProfileData, { data: [{ id, value: "Red" }] });
    await world().events();
    await world().request("alice", removeProfileData, { data: [id, empty] });
    expect(eventsFor(guest.id, await world().events())).toEqual([
      {
        type: "realm_user",
        op: "update",
        person: { user_id: alice.id, custom_profile_field: { id, value: null } },
      },
    ]);
    const { user } = await world().request("guest", getUser, {
      user_id: alice.id,
      include_custom_profile_fields: true,
    });
    expect(user.profile_data).toEqual({});
  });
});
