import { updateProfileField } from "@team-chat/contract";
import { describe, test } from "vitest";

import { addField, fieldNames } from "./profile-fields.ts";
import { eventsFor } from "./read-events.ts";
import { useWorld } from "./use-world.ts";

const world = useWorld();

describe("changing a custom profile field (reference/api-surface.md, legacy routes)", () => {
  test("is for administrators, and of fields that there are", async ({ expect }) => {
    const id = await addField(world(), "A", 1);
    await addField(world(), "B", 1);
    await expect(
      world().request(updateProfileField, "member", { field_id: id, name: "C" }),
    ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
    for (const [change, message] of [
      [{ field_id: 999_999 }, "Field id 999999 not found."],
      [{ field_id: id, name: "" }, "Label cannot be blank."],
      [{ field_id: id, name: "B" }, "A field with that label already exists."],
    ] as const)
      await expect(
        world().request(updateProfileField, "admin", change),
        message,
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    expect(await fieldNames(world())).toEqual(["A", "B"]);
  });

  test("tells everybody of what differs", async ({ expect }) => {
    const { guest } = world().people;
    const id = await addField(world(), "Date", { field_type: 4, hint: "When" });
    await world().events();
    await world().request(updateProfileField, "admin", { field_id: id, name: "Date" });
    expect(await world().events()).toEqual([]);
    await world().request(updateProfileField, "admin", {
      field_id: id,
      name: "Birthday",
      display_in_profile_summary: true,
      required: true,
      editable_by_user: false,
    });
    const [event] = eventsFor(guest.id, await world().events()) as { fields: object[] }[];
    expect(event?.fields).toContainEqual(
      expect.objectContaining({
        id,
        name: "Birthday",
        hint: "When",
        display_in_profile_summary: true,
        required: true,
        editable_by_user: false,
      }),
    );
  });
});
