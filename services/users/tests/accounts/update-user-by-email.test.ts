import {
  createProfileField,
  deactivateUser,
  getUser,
  reactivateUser,
  updateSettings,
  updateUserByEmail,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const update = (as: Name, email: string, change: object) =>
  world().request(as, updateUserByEmail, { email, ...change });
const guestNow = async () =>
  (await world().request("owner", getUser, { user_id: world().people.guest.id })).user;

describe("updating a user by address (docs/behaviour/users.md#changing-users)", () => {
  test("updating a user by address is refused for unknown addresses and to those who do not administer", async ({
    expect,
  }) => {
    for (const email of ["owner@acme.example", "nobody@example.com", "user999999@localhost"])
      await expect(update("owner", email, { full_name: "Other" }), email).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "No such user",
      });
    for (const name of ["moderator", "alice", "guest", "bot"] as const)
      await expect(
        update(name, "guest@example.com", { full_name: "Other" }),
        name,
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "Insufficient permission" });
  });

  test.for([
    ["owner", { full_name: "x" }, "BAD_REQUEST", "Name too short!"],
    ["owner", { role: 200 }, "BAD_REQUEST", "Guests cannot be organization administrators"],
    ["admin", { role: 100 }, "UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"],
    [
      "owner",
      { role: 500 },
      "BAD_REQUEST",
      "Invalid role: Value error, Not in the list of possible values",
    ],
    ["owner", { profile_data: [{ id: 7, value: "x" }] }, "BAD_REQUEST", "Field id 7 not found."],
    [
      "owner",
      { profile_data: [{ value: "x" }] },
      "BAD_REQUEST",
      'profile_data[0]["id"] field is missing: Field required',
    ],
    [
      "admin",
      { new_email: "other@example.com" },
      "BAD_REQUEST",
      "User not authorized to change user emails",
    ],
    ["owner", { new_email: "nonsense" }, "BAD_REQUEST", "Invalid new email address."],
    [
      "owner",
      { new_email: "ALICE@example.com" },
      "BAD_REQUEST",
      "New email value error: Email is already in use.",
    ],
  ] as const)(
    "updating a user by address refuses %s to change %o, and nothing of it happens",
    async ([as, change, code, message], { expect }) => {
      const before = await guestNow();
      // What comes first would be possible by itself.
      const given = { full_name: "Possible Name", ...change };
      await expect(update(as, "guest@example.com", given)).rejects.toMatchObject({ code, message });
      expect(await guestNow()).toEqual(before);
    },
  );

  test("updating a user by address works by the real address in any case and by the API's own form", async ({
    expect,
  }) => {
    const { guest } = world().people;
    for (const [email, name] of [
      ["guest@example.com", "First Name"],
      ["GUEST@Example.com", "Second Name"],
      [`user${guest.id}@localhost`, "Third Name"],
    ] as const) {
      await update("admin", email, { full_name: name });
      expect((await guestNow()).full_name).toBe(name);
    }
  });

  // See docs/behaviour/users.md#user-changes.
  test("updating a user by address changes the name, the role, profile fields and the address, told as by id", async ({
    expect,
  }) => {
    const { guest, alice } = world().people;
    const field = await world().request("owner", createProfileField, {
      name: "Phone",
      field_type: 1,
    });
    await world().events();
    await update("owner", "guest@example.com", {
      full_name: "Vera Visitor",
      role: 400,
      profile_data: [{ id: field.id, value: "+1" }],
      new_email: "vera@example.com",
    });
    const people = eventsFor(alice.id, await world().events())
      .filter(({ type }: { type?: string }) => type === "realm_user")
      .map((event) => ("person" in event ? event.person : null));
    const about = { user_id: guest.id };
    for (const person of [
      { ...about, full_name: "Vera Visitor" },
      { ...about, role: 400 },
      {
        ...about,
        custom_profile_field: { id: field.id, value: "+1", rendered_value: "<p>+1</p>" },
      },
      { ...about, delivery_email: "vera@example.com" },
      { ...about, new_email: "vera@example.com" },
    ])
      expect(people).toContainEqual(person);
    await expect(update("owner", "guest@example.com", {})).rejects.toMatchObject({
      message: "No such user",
    });
    await update("owner", "vera@example.com", { role: 600, new_email: "guest@example.com" });
    expect(await guestNow()).toMatchObject({ role: 600, email: "guest@example.com" });
  });

  test("updating a user by address finds a hidden address only in the API's own form", async ({
    expect,
  }) => {
    const { guest } = world().people;
    await world().request("guest", updateSettings, { email_address_visibility: 4 });
    const change = { full_name: "Hidden Guest" };
    await expect(update("admin", "guest@example.com", change)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "No such user",
    });
    await update("admin", `user${guest.id}@localhost`, change);
    expect(await guestNow()).toMatchObject({ full_name: "Hidden Guest", delivery_email: null });
    await world().request("guest", updateSettings, { email_address_visibility: 1 });
  });

  test("updating a user by address also changes bots, and users who are deactivated", async ({
    expect,
  }) => {
    const { bot, guest } = world().people;
    await update("admin", bot.email, { full_name: "Parrot" });
    const asked = await world().request("alice", getUser, { user_id: bot.id });
    expect(asked.user.full_name).toBe("Parrot");
    await world().request("owner", deactivateUser, { user_id: guest.id });
    await update("admin", guest.email, { full_name: "Gone Guest" });
    expect(await guestNow()).toMatchObject({ full_name: "Gone Guest", is_active: false });
    await world().request("owner", reactivateUser, { user_id: guest.id });
  });
});
