import {
  getUser,
  listProfileFields,
  updateProfileData,
  updateProfileField,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { addField, fieldNames } from "./profile-fields.ts";

const world = useWorld(() => World.create());

describe("changing a custom profile field (docs/behaviour/organization.md#custom-profile-fields)", () => {
  test("changing a custom profile field is for administrators, and of fields that there are", async ({
    expect,
  }) => {
    const id = await addField(world(), "A", 1);
    await addField(world(), "B", 1);
    await expect(
      world().request("alice", updateProfileField, { field_id: id, name: "C" }),
    ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
    for (const [change, message] of [
      [{ field_id: 999_999 }, "Field id 999999 not found."],
      [{ field_id: id, name: "" }, "Label cannot be blank."],
      [{ field_id: id, name: "x".repeat(41) }, "name is too long (limit: 40 characters)"],
      [{ field_id: id, hint: "x".repeat(81) }, "hint is too long (limit: 80 characters)"],
      [{ field_id: id, name: "B" }, "A field with that label already exists."],
    ] as const)
      await expect(
        world().request("admin", updateProfileField, change),
        message,
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    expect(await fieldNames(world())).toEqual(["A", "B"]);
  });

  test("changing a custom profile field tells everybody of what differs", async ({ expect }) => {
    const { guest } = world().people;
    const id = await addField(world(), "Date", { field_type: 4, hint: "When" });
    await world().events();
    await world().request("admin", updateProfileField, { field_id: id, name: "Date" });
    expect(await world().events()).toEqual([]);
    await world().request("admin", updateProfileField, {
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

  test("an external account of a built-in kind stays what it is, and only its flags change", async ({
    expect,
  }) => {
    const given = { field_type: 7, field_data: { subtype: "github" } };
    const field_id = await addField(world(), "", given);
    const same = { name: "GitHub username", hint: "", field_data: { subtype: "github" } };
    await world().events();
    for (const change of [
      { name: "Git" },
      { hint: "Yours" },
      { field_data: { subtype: "gitlab" } },
      { field_data: { subtype: "custom", url_pattern: "https://x.example/%(username)s" } },
    ])
      await expect(
        world().request("owner", updateProfileField, { field_id, ...same, ...change }),
      ).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Default custom field cannot be updated.",
      });
    expect(await world().events()).toEqual([]);
    const flags = { required: true, editable_by_user: false };
    await world().request("owner", updateProfileField, { field_id, ...same, ...flags });
    const { custom_fields: fields } = await world().request("guest", listProfileFields, {});
    expect(fields.find(({ id }) => id === field_id)).toMatchObject({ name: same.name, ...flags });
  });

  test("changing a custom profile field changes the hint, the choices and each flag, and nothing else", async ({
    expect,
  }) => {
    const choices = { a: { text: "One", order: "1" } };
    const more = { a: { text: "First", order: "2" }, b: { text: "Two", order: "1" } };
    const field_id = await addField(world(), "Choice", { field_type: 3, field_data: choices });
    const { custom_fields: fields } = await world().request("guest", listProfileFields, {});
    let wanted = fields.find(({ id }) => id === field_id);
    for (const [change, seen] of [
      [{ hint: " Choose one " }, { hint: "Choose one" }],
      [{ field_data: more }, { field_data: JSON.stringify(more) }],
      [{ display_in_profile_summary: true }, { display_in_profile_summary: true }],
      [{ display_in_profile_summary: false }, { display_in_profile_summary: false }],
      [{ required: true }, { required: true }],
      [{ required: false }, { required: false }],
      [{ editable_by_user: false }, { editable_by_user: false }],
      [{ editable_by_user: true }, { editable_by_user: true }],
      [{ hint: "" }, { hint: "" }],
    ] as const) {
      await world().events();
      await world().request("admin", updateProfileField, { field_id, ...change });
      if (wanted !== undefined) wanted = { ...wanted, ...seen };
      const after = await world().request("guest", listProfileFields, {});
      expect(after.custom_fields.find(({ id }) => id === field_id)).toEqual(wanted);
      expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
        { type: "custom_profile_fields", fields: after.custom_fields },
      ]);
    }
    for (const [field_data, message] of [
      [{}, "Field must have at least one choice."],
      [{ a: "One" }, "field_data is not a dict"],
    ] as const)
      await expect(
        world().request("admin", updateProfileField, { field_id, field_data, hint: "Other" }),
        message,
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("a choice that is removed is taken from those who had it, and everybody is told", async ({
    expect,
  }) => {
    const [one, two] = [
      { text: "One", order: "1" },
      { text: "Two", order: "2" },
    ];
    const given = { field_type: 3, field_data: { a: one, b: two } };
    const id = await addField(world(), "Team", given);
    const { admin, guest, alice } = world().people;
    for (const [name, value] of [
      ["alice", "a"],
      ["admin", "b"],
    ] as const)
      await world().request(name, updateProfileData, { data: [{ id, value }] });
    await world().events();
    await world().request("admin", updateProfileField, { field_id: id, field_data: { b: two } });
    const events = eventsFor(guest.id, await world().events());
    const person = { user_id: alice.id, custom_profile_field: { id, value: null } };
    expect(events).toMatchObject([
      { type: "custom_profile_fields" },
      { type: "realm_user", op: "update", person },
    ]);
    const profileOf = async (user_id: number) => {
      const form = { user_id, include_custom_profile_fields: true };
      return (await world().request("guest", getUser, form)).user.profile_data;
    };
    expect(await profileOf(alice.id)).not.toHaveProperty(String(id));
    expect(await profileOf(admin.id)).toMatchObject({ [id]: { value: "b" } });
  });
});
