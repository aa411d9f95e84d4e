import { deleteProfileField, getUser, updateProfileData } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { addField, fieldNames } from "./profile-fields.ts";

const world = useWorld(() => World.create());

describe("deleting a custom profile field (docs/behaviour/organization.md#custom-profile-fields)", () => {
  test("administrators delete a custom profile field, and with it what people filled in", async ({
    expect,
  }) => {
    const { alice, guest } = world().people;
    const id = await addField(world(), "A", 1);
    const other = await addField(world(), "B", 1);
    const data = [
      { id, value: "x" },
      { id: other, value: "y" },
    ];
    await world().request("alice", updateProfileData, { data });
    await expect(
      world().request("alice", deleteProfileField, { field_id: id }),
    ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
    await expect(
      world().request("admin", deleteProfileField, { field_id: 999_999 }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "Field id 999999 not found." });
    await world().events();
    await world().request("admin", deleteProfileField, { field_id: id });
    expect(eventsFor(guest.id, await world().events())).toMatchObject([
      { type: "custom_profile_fields", fields: [{ id: other }] },
    ]);
    expect(await fieldNames(world())).toEqual(["B"]);
    const { user } = await world().request("guest", getUser, {
      user_id: alice.id,
      include_custom_profile_fields: true,
    });
    expect(Object.keys(user.profile_data ?? {})).toEqual([String(other)]);
  });
});
