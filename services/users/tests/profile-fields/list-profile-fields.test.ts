import { listProfileFields } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import { addField } from "./profile-fields.ts";

const world = useWorld(() => World.create());

describe("custom profile fields (docs/behaviour/organization.md#custom-profile-fields)", () => {
  test("custom profile fields are listed for everybody, in order, also in the initial data", async ({
    expect,
  }) => {
    const id = await addField(world(), "Team", {
      field_type: 1,
      hint: "Where you work",
      required: true,
    });
    await addField(world(), "About", { field_type: 2, editable_by_user: false });
    const { custom_fields: fields } = await world().request("guest", listProfileFields, {});
    expect(fields).toEqual([
      {
        id,
        type: 1,
        order: 1,
        name: "Team",
        hint: "Where you work",
        field_data: "",
        display_in_profile_summary: false,
        required: true,
        editable_by_user: true,
      },
      expect.objectContaining({ order: 2, name: "About", type: 2, editable_by_user: false }),
    ]);
    const data = await registerSections(world(), "guest", { fetch: ["custom_profile_fields"] });
    expect(data["custom_profile_fields"]).toEqual(fields);
    expect(data["custom_profile_field_types"]).toMatchObject({
      SHORT_TEXT: { id: 1, name: "Text (short)" },
      PRONOUNS: { id: 8, name: "Pronouns" },
    });
  });
});
