import { reorderProfileFields } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { addField, fieldNames } from "./profile-fields.ts";

const world = useWorld(() => World.create());

describe("reordering custom profile fields (docs/behaviour/organization.md#custom-profile-fields)", () => {
  test("reordering custom profile fields is for administrators and has to name every field once", async ({
    expect,
  }) => {
    const [a, b] = [await addField(world(), "A", 1), await addField(world(), "B", 1)];
    await expect(
      world().request("alice", reorderProfileFields, { order: [b, a] }),
    ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
    for (const order of [[], [a], [a, a], [a, b, 999_999], [a, 999_999]])
      await expect(
        world().request("admin", reorderProfileFields, { order }),
        JSON.stringify(order),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "Invalid order mapping." });
    expect(await fieldNames(world())).toEqual(["A", "B"]);
    await world().events();
    await world().request("admin", reorderProfileFields, { order: [b, a] });
    expect(eventsFor(world().people.guest.id, await world().events())).toMatchObject([
      {
        type: "custom_profile_fields",
        fields: [
          { id: b, order: 1 },
          { id: a, order: 2 },
        ],
      },
    ]);
    expect(await fieldNames(world())).toEqual(["B", "A"]);
    await addField(world(), "C", 1);
    expect(await fieldNames(world())).toEqual(["B", "A", "C"]);
  });
});
