import { createUser, getUser, updateUserSettingsDefaults } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("what settings new users begin with (docs/behaviour/organization.md#defaults-of-new-users)", () => {
  test("only administrators say what settings new users begin with", async ({ expect }) => {
    for (const name of ["moderator", "alice", "guest", "bot"] as const)
      await expect(
        world().request(name, updateUserSettingsDefaults, { enter_sends: true }),
        name,
      ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
    await expect(
      world().request("admin", updateUserSettingsDefaults, { color_scheme: 7 }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "Invalid color_scheme" });
  });

  test("the settings that new users begin with are told to everybody, and change no old user", async ({
    expect,
  }) => {
    const { alice } = world().people;
    const wanted = { enter_sends: true, email_address_visibility: 3 as const };
    await world().events();
    await world().request("admin", updateUserSettingsDefaults, {
      ...wanted,
      translate_emoticons: false,
    });
    const announced = { type: "realm_user_settings_defaults", op: "update" };
    expect(eventsFor(alice.id, await world().events())).toEqual([
      { ...announced, property: "enter_sends", value: true },
      { ...announced, property: "email_address_visibility", value: 3 },
    ]);
    const { realm_user_settings_defaults: defaults, user_settings: own } = await registerSections(
      world(),
      "alice",
      { fetch: ["realm_user_settings_defaults", "user_settings"] },
    );
    expect(defaults).toMatchObject(wanted);
    expect(own).toMatchObject({ enter_sends: false, email_address_visibility: 1 });
    const { user_id: id } = await world().request("owner", createUser, {
      email: "new@example.com",
      password,
      full_name: "New Person",
    });
    const { user } = await world().request("alice", getUser, { user_id: id });
    expect(user).toMatchObject({ email: `user${id}@localhost`, delivery_email: null });
  });
});
