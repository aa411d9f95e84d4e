import { createUser, getUser, updateUser } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

type Changes = {
  full_name?: string;
  role?: number;
  new_email?: string;
  profile_data?: { id: number; value: string }[];
};

function update(as: Name, whom: Name, changes: Changes) {
  return world().request(as, updateUser, { user_id: world().people[whom].id, ...changes });
}

describe("updating a user (docs/behaviour/users.md#changing-users)", () => {
  test("updating a user is refused to those who do not administer it", async ({ expect }) => {
    for (const name of ["moderator", "alice", "guest", "bot"] as const)
      await expect(update(name, "owner", { full_name: "Other" }), name).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Insufficient permission",
      });
    const unknown = world().request("owner", updateUser, {
      user_id: world().acmeOwner.id,
      full_name: "Other",
    });
    await expect(unknown).rejects.toMatchObject({ message: "No such user" });
  });

  test.for([
    ["admin", "alice", { role: 100 }, "Must be an organization owner"],
    ["admin", "owner", { role: 400 }, "Must be an organization owner"],
    ["alice", "bot", { role: 300 }, "Must be an organization administrator"],
  ] as const)(
    "updating a user refuses %s to change %s with %o",
    async ([as, whom, changes, message], { expect }) => {
      await expect(update(as, whom, changes)).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message,
      });
    },
  );

  test.for([
    [
      "owner",
      "alice",
      { role: 500 },
      "Invalid role: Value error, Not in the list of possible values",
    ],
    ["owner", "guest", { role: 200 }, "Guests cannot be organization administrators"],
    [
      "owner",
      "owner",
      { role: 400 },
      "The owner permission cannot be removed from the only organization owner.",
    ],
    ["owner", "alice", { full_name: "a>b" }, "Invalid characters in name!"],
    ["owner", "alice", { profile_data: [{ id: 7, value: "x" }] }, "Field id 7 not found."],
    [
      "admin",
      "alice",
      { new_email: "other@example.com" },
      "User not authorized to change user emails",
    ],
    ["owner", "alice", { new_email: "nonsense" }, "Invalid new email address."],
    [
      "owner",
      "alice",
      { new_email: "Guest@example.com" },
      "New email value error: Email is already in use.",
    ],
  ] as const)(
    "updating a user refuses %s to change %s with %o as a bad request",
    async ([as, whom, changes, message], { expect }) => {
      await expect(update(as, whom, changes as Changes)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
    },
  );

  test("updating a user changes nothing and tells nobody when all is as it was, or one part is refused", async ({
    expect,
  }) => {
    await world().events();
    await update("owner", "alice", {
      full_name: "Alice Member",
      role: 400,
      new_email: "alice@example.com",
    });
    await update("owner", "alice", { full_name: " " });
    await expect(
      update("owner", "alice", { full_name: "Other Name", new_email: "bad" }),
    ).rejects.toThrow();
    expect(await world().events()).toEqual([]);
  });

  test("updating a user changes the name, and tells everybody", async ({ expect }) => {
    await update("admin", "alice", { full_name: " Mia Member " });
    const { alice, guest } = world().people;
    expect(eventsFor(guest.id, await world().events())).toEqual([
      { type: "realm_user", op: "update", person: { user_id: alice.id, full_name: "Mia Member" } },
    ]);
  });

  test("a bot is updated by its owner too, and those who manage it are told more", async ({
    expect,
  }) => {
    await update("alice", "bot", { full_name: "Parrot" });
    const { bot, alice, admin, guest } = world().people;
    const events = await world().events();
    const announced = {
      type: "realm_bot",
      op: "update",
      bot: { user_id: bot.id, full_name: "Parrot" },
    };
    for (const { id } of [alice, admin]) expect(eventsFor(id, events)).toContainEqual(announced);
    expect(eventsFor(guest.id, events)).toHaveLength(1);
  });

  test("updating a user moves the user between the groups of the roles", async ({ expect }) => {
    await update("owner", "moderator", { role: 400 });
    const { moderator, guest } = world().people;
    expect(eventsFor(guest.id, await world().events())).toMatchObject([
      { type: "realm_user", op: "update", person: { user_id: moderator.id, role: 400 } },
      { type: "user_group", op: "remove_members", user_ids: [moderator.id] },
      { type: "user_group", op: "add_members", user_ids: [moderator.id] },
      { type: "user_group", op: "add_members", user_ids: [moderator.id] },
    ]);
  });

  test("updating a user gives a new address everywhere where it shows", async ({ expect }) => {
    await update("owner", "guest", { new_email: "visitor@example.com" });
    const { guest, alice } = world().people;
    const { user } = await world().request("alice", getUser, { user_id: guest.id });
    expect(user).toMatchObject({
      email: "visitor@example.com",
      delivery_email: "visitor@example.com",
      avatar_version: 2,
    });
    expect(eventsFor(alice.id, await world().events())).toMatchObject([
      { person: { user_id: guest.id, delivery_email: "visitor@example.com" } },
      { person: { user_id: guest.id, new_email: "visitor@example.com" } },
      { person: { user_id: guest.id, avatar_source: "G", avatar_version: 2 } },
    ]);
  });

  test("updating a user tells those who manage a bot of its new address, and the picture made from it", async ({
    expect,
  }) => {
    await update("owner", "bot", { new_email: "parrot@example.com" });
    const { admin, bot, guest } = world().people;
    const events = await world().events();
    const announced = (id: number) => eventsFor(id, events).filter((one) => "bot" in one);
    expect(announced(admin.id)).toMatchObject([
      {
        type: "realm_bot",
        op: "update",
        bot: { user_id: bot.id, email: "parrot@example.com", avatar_url: expect.any(String) },
      },
    ]);
    expect(announced(guest.id)).toEqual([]);
  });

  test("updating a user leaves one owner when two owners depose each other at once", async ({
    expect,
  }) => {
    const { owner } = world().people;
    const params = { email: "second@example.com", password, full_name: "Second Owner" };
    const { user_id: second } = await world().request("owner", createUser, params);
    await world().request("owner", updateUser, { user_id: second, role: 100 });
    const secondOwner = { ...owner.identity, userId: second };
    const both = await Promise.allSettled([
      world().request("owner", updateUser, { user_id: second, role: 400 }),
      world().request(secondOwner, updateUser, { user_id: owner.id, role: 400 }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
