import { createUser, fetchApiKey, getUser, updateRealm } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const person = { email: "new@example.com", password, full_name: "New Person" };

describe("POST /users (docs/behaviour/users.md#creating-users)", () => {
  test("creating a user is refused to all but administrators whom the operator allowed it", async ({
    expect,
  }) => {
    for (const name of ["moderator", "alice", "guest", "bot"] as const) {
      await expect(world().request(name, createUser, person), name).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message: "Must be an organization administrator",
      });
    }
    await expect(world().request("admin", createUser, person)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "User not authorized to create users",
    });
  });

  test.for([
    [{ full_name: "x" }, "Name too short!"],
    [{ full_name: "x".repeat(101) }, "Name too long!"],
    [{ full_name: "a*b" }, "Invalid characters in name!"],
    [{ full_name: "Somebody|12" }, "Invalid format!"],
    [{ email: "nonsense" }, "Bad name or username"],
    [{ email: "ALICE@example.com" }, "Email is already in use."],
    [{ password: "aaaaaaaaaa" }, "The password is too weak."],
  ] as const)("creating a user is refused with %o", async ([change, message], { expect }) => {
    const created = world().request("owner", createUser, { ...person, ...change });
    await expect(created).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("a created user is a member who can log in, and everybody is told", async ({ expect }) => {
    await world().events();
    const { user_id: id } = await world().request("owner", createUser, person);
    const { user } = await world().request("guest", getUser, { user_id: id });
    expect(user).toMatchObject({ email: "new@example.com", role: 400, is_active: true });
    const login = { username: person.email, password };
    const key = await world().request(world().anonymous(), fetchApiKey, login);
    expect(key.user_id).toBe(id);
    const events = await world().events();
    for (const { id: userId } of Object.values(world().people)) {
      expect(eventsFor(userId, events)).toMatchObject([
        {
          type: "realm_user",
          op: "add",
          person: {
            user_id: id,
            delivery_email: "new@example.com",
            is_active: true,
            profile_data: {},
          },
        },
        { type: "user_group", op: "add_members", user_ids: [id] },
        { type: "user_group", op: "add_members", user_ids: [id] },
      ]);
    }
  });

  test("a created user is announced with a picture that clients which compute pictures need not be told", async ({
    expect,
  }) => {
    await world().events();
    await world().request("owner", createUser, { ...person, email: "pictured@example.com" });
    const [added] = await world().events();
    expect(added).toMatchObject({
      event: { person: { avatar_url: expect.stringContaining("gravatar") } },
      internal: { avatar_is_gravatar: true },
    });
  });

  test("two users cannot have an address twice, also when both come at once", async ({
    expect,
  }) => {
    const twin = { ...person, email: "twin@example.com" };
    const both = await Promise.allSettled([
      world().request("owner", createUser, twin),
      world().request("owner", createUser, { ...twin, email: "TWIN@example.com" }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  // See docs/behaviour/users.md#arrival-of-a-user.
  test("a created user is welcomed, and announced where the organization says so, after it is there", async ({
    expect,
  }) => {
    const settings = { welcome_message_custom_text: "Hi!", signup_announcements_stream_id: 1 };
    await world().request("owner", updateRealm, settings);
    world().notices.length = 0;
    const welcomed = { ...person, email: "welcomed@example.com" };
    const { user_id: id } = await world().request("owner", createUser, welcomed);
    expect(world().notices).toMatchObject([
      { to: { kind: "channel", channelId: 1, topic: "signups" }, key: `signup-${id}` },
      { from: "welcome-bot", to: { kind: "users", userIds: [id] }, starred: true },
      { from: "welcome-bot", to: { kind: "users", userIds: [id] }, content: "Hi!", starred: false },
    ]);
  });
});
