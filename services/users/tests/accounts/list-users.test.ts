import { deactivateUser, listUsers } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("the list of users (docs/behaviour/users.md#finding-users)", () => {
  test("the list of users is refused without credentials", async ({ expect }) => {
    const list = world().request(world().anonymous(), listUsers, {});
    await expect(list).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("the list of users has everybody of the organization and nobody else, by id", async ({
    expect,
  }) => {
    const { members } = await world().request("guest", listUsers, {});
    expect(members.map(({ email }) => email)).toEqual([
      "owner@example.com",
      "admin@example.com",
      "moderator@example.com",
      "alice@example.com",
      "guest@example.com",
      "echo-bot@example.com",
    ]);
    const ids = members.map(({ user_id: id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  test("the list of users describes each of them completely", async ({ expect }) => {
    const { members } = await world().request("alice", listUsers, {});
    const { owner, bot, alice } = world().people;
    expect(members.find(({ user_id: id }) => id === owner.id)).toEqual({
      user_id: owner.id,
      email: owner.email,
      delivery_email: owner.email,
      full_name: "Olive Owner",
      role: 100,
      is_active: true,
      is_owner: true,
      is_admin: true,
      is_guest: false,
      is_bot: false,
      bot_type: null,
      bot_owner_id: null,
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/),
      timezone: "",
      avatar_url: null,
      avatar_version: 1,
    });
    expect(members.find(({ user_id: id }) => id === bot.id)).toMatchObject({
      is_bot: true,
      bot_type: 1,
      bot_owner_id: alice.id,
    });
  });

  test("the list of users has pictures, profile fields and the deactivated as asked", async ({
    expect,
  }) => {
    await world().request("owner", deactivateUser, { user_id: world().people.guest.id });
    const params = { client_gravatar: false, include_custom_profile_fields: true };
    const { members } = await world().request("alice", listUsers, params);
    const [owner] = members;
    expect(owner?.avatar_url).toMatch(/^https:/);
    expect(owner?.profile_data).toEqual({});
    expect(members.find(({ is_bot: isBot }) => isBot)).not.toHaveProperty("profile_data");
    expect(members.filter((user) => user.is_active === false)).toHaveLength(1);
  });
});
