import {
  createProfileField,
  deleteProfileField,
  externalAccounts,
  listProfileFields,
} from "@team-chat/contract";
import { useWorld, withAnyParams } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { addField, fieldNames } from "./profile-fields.ts";

const world = useWorld(() => World.create());
const choices = { a: { text: "One", order: "1" }, b: { text: "Two", order: "2" } };

describe("creating a custom profile field (docs/behaviour/organization.md#custom-profile-fields)", () => {
  test("creating a custom profile field is for administrators", async ({ expect }) => {
    for (const name of ["moderator", "alice", "guest", "bot"] as const)
      await expect(
        world().request(name, createProfileField, { name: "Mine", field_type: 1 }),
        name,
      ).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message: "Must be an organization administrator",
      });
  });

  test.for([
    [{ field_type: 1 }, "Label cannot be blank."],
    [{ name: " ", field_type: 1 }, "Label cannot be blank."],
    [{ name: "x".repeat(41), field_type: 1 }, "name is too long (limit: 40 characters)"],
    [{ name: "x", hint: "x".repeat(81), field_type: 1 }, "hint is too long (limit: 80 characters)"],
    [{ name: "x", field_type: 9 }, "Invalid field type."],
    [{ name: "x", field_type: "text" }, "field_type is not an integer"],
    [{ name: "x", field_type: 3 }, "Field must have at least one choice."],
    [
      { name: "x", field_type: 3, field_data: { ...choices, c: { text: "One", order: "3" } } },
      "Field must not have duplicate choices.",
    ],
    [
      { name: "x", field_type: 3, field_data: { a: { text: "One", order: "first" } } },
      'field_data["order"] is not an integer',
    ],
    [
      { name: "x", field_type: 3, field_data: { a: { text: " ", order: "1" } } },
      'field_data["text"] cannot be blank.',
    ],
    [{ name: "x", field_type: 3, field_data: { a: "One" } }, "field_data is not a dict"],
    [{ name: "x", field_type: 3, field_data: { " ": choices.a } }, "'value' cannot be blank."],
    [
      { name: "x", field_type: 7, field_data: { subtype: "dance" } },
      "Invalid external account type",
    ],
    [{ name: "x", field_type: 7 }, "subtype key is missing from field_data"],
    [
      { name: "x", field_type: 7, field_data: { subtype: "constructor" } },
      "Invalid external account type",
    ],
    [
      { name: "x", field_type: 7, field_data: { subtype: "github", colour: "red", size: "1" } },
      "Unexpected arguments: colour, size",
    ],
    [
      { name: "x", field_type: 7, field_data: { subtype: "github", url_pattern: "https://x/" } },
      "Malformed URL pattern.",
    ],
    [
      { name: "x", field_type: 7, field_data: { subtype: "custom" } },
      "Custom external account must define URL pattern",
    ],
    [
      { name: "x", field_type: 7, field_data: { subtype: "custom", url_pattern: "https://x/" } },
      "Malformed URL pattern.",
    ],
    [
      { name: "x", field_type: 2, display_in_profile_summary: true },
      "Field type not supported for display in profile summary.",
    ],
  ] as const)(
    "creating a custom profile field refuses %o",
    async ([field, message], { expect }) => {
      const given = world().request("owner", withAnyParams(createProfileField), field);
      await expect(given).rejects.toMatchObject({ code: "BAD_REQUEST", message });
      expect(await fieldNames(world())).toEqual([]);
    },
  );

  test("creating a custom profile field tells everybody of all fields", async ({ expect }) => {
    const { guest } = world().people;
    await world().events();
    const url_pattern = "https://example.com/%(username)s";
    await addField(world(), "Choice", { field_type: 3, field_data: choices });
    await addField(world(), "Account", {
      field_type: 7,
      field_data: { subtype: "custom", url_pattern },
    });
    const [first, second] = eventsFor(guest.id, await world().events());
    expect(first).toMatchObject({ type: "custom_profile_fields", fields: [{ name: "Choice" }] });
    expect(second).toMatchObject({
      fields: [
        { name: "Choice", field_data: JSON.stringify(choices) },
        { name: "Account", field_data: JSON.stringify({ subtype: "custom", url_pattern }) },
      ],
    });
  });

  test("a field of a built-in external account takes name and hint of the kind, once", async ({
    expect,
  }) => {
    const create = (given: object) =>
      world().request("owner", createProfileField, { field_type: 7, ...given });
    const list = async () => (await world().request("guest", listProfileFields, {})).custom_fields;
    for (const [subtype, kind] of Object.entries(externalAccounts)) {
      const url_pattern = "https://example.com/%(username)s";
      const { id } = await create({ name: "?", hint: "?", field_data: { subtype, url_pattern } });
      expect((await list()).find((field) => field.id === id)).toMatchObject({
        type: 7,
        name: kind.name,
        hint: kind.hint,
        field_data: JSON.stringify({ subtype }),
      });
      await expect(create({ field_data: { subtype } })).rejects.toMatchObject({
        message: "A field with that label already exists.",
      });
      await world().request("owner", deleteProfileField, { field_id: id });
      const again = await create({ field_data: { subtype } });
      await world().request("owner", deleteProfileField, { field_id: again.id });
    }
    expect(Object.keys(externalAccounts)).toEqual(
      expect.arrayContaining(["github", "gitlab", "mastodon", "linkedin", "x"]),
    );
  });

  test("creating a custom profile field may say of each flag what it is by default", async ({
    expect,
  }) => {
    const usual = {
      display_in_profile_summary: false,
      required: false,
      editable_by_user: true,
    };
    const left = await addField(world(), "Left out", 1);
    const given = await addField(world(), "Given", { field_type: 1, ...usual });
    const { custom_fields: fields } = await world().request("guest", listProfileFields, {});
    for (const id of [left, given])
      expect(fields.find((field) => field.id === id)).toMatchObject({ ...usual, hint: "" });
    for (const field_id of [left, given])
      await world().request("owner", deleteProfileField, { field_id });
  });

  test("a custom profile field is refused under a name that another has, and as a third in the summary", async ({
    expect,
  }) => {
    await expect(addField(world(), "Choice", 1)).rejects.toMatchObject({
      message: "A field with that label already exists.",
    });
    await addField(world(), "One", { field_type: 1, display_in_profile_summary: true });
    await addField(world(), "Two", { field_type: 1, display_in_profile_summary: true });
    await expect(
      addField(world(), "Three", { field_type: 1, display_in_profile_summary: true }),
    ).rejects.toMatchObject({
      message: "Only 2 custom profile fields can be displayed in the profile summary.",
    });
  });
});
