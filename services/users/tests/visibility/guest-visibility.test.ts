import {
  deactivateUser,
  getRealmPresence,
  getUser,
  getUserByEmail,
  getUserPresence,
  getUserStatus,
  listUsers,
  muteUser,
  reactivateUser,
  updateOwnPresence,
  updateOwnStatus,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { redirectFrom } from "../accounts/avatars.ts";
import { type Name } from "../people.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import { limitGuest, reportOfPresence as presence } from "./guest-visibility.ts";

const world = useWorld(() => World.create());
const id = (name: Name) => world().people[name].id;
const form = { client_gravatar: false, include_custom_profile_fields: true };

/** Names of everybody in a list of users. */
async function listed(as: Name): Promise<Readonly<Record<string, string>>> {
  const { members } = await world().request(as, listUsers, form);
  return Object.fromEntries(members.map((user) => [user.user_id, user.full_name]));
}

const unknownTo = (name: Name) => ({
  user_id: id(name),
  email: `user${id(name)}@localhost`,
  delivery_email: null,
  full_name: "Unknown user",
  role: 400,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  timezone: "",
  avatar_version: 1,
  profile_data: {},
});

beforeEach(() => limitGuest(world()));

describe("a guest outside can_access_all_users_group (docs/behaviour/users.md#users-hidden-from-guests)", () => {
  test("a guest who sees some users is refused others as if they did not exist", async ({
    expect,
  }) => {
    const unknown = { code: "BAD_REQUEST", message: "No such user" };
    const { owner } = world().people;
    const ask = (userId: number, who: string) => [
      world().request("guest", getUser, { user_id: userId, ...form }),
      world().request("guest", getUserStatus, { user_id: userId }),
      world().request("guest", getUserPresence, { user_id_or_email: String(userId) }),
      world().request("guest", muteUser, { muted_user_id: userId }),
      world().request("guest", getUserByEmail, { email: who, ...form }),
      world().request("guest", getUserPresence, { user_id_or_email: who }),
    ];
    const requests = [...ask(owner.id, owner.email), ...ask(99_999, "nobody@example.com")];
    for (const { reason } of (await Promise.allSettled(requests)) as PromiseRejectedResult[])
      expect(reason).toMatchObject(unknown);
    const dummy = { email: `user${owner.id}@localhost`, ...form };
    await expect(world().request("guest", getUserByEmail, dummy)).rejects.toMatchObject(unknown);
    expect(await registerSections(world(), "guest", { fetch: ["muted_users"] })).toEqual({
      muted_users: [],
    });
  });

  test("a guest who sees some users sees bots, itself and those who are in one of its channels", async ({
    expect,
  }) => {
    for (const name of ["bot", "guest", "alice"] as const) {
      const { user } = await world().request("guest", getUser, { user_id: id(name), ...form });
      expect(user.user_id).toBe(id(name));
    }
    await world().request("guest", muteUser, { muted_user_id: id("alice") });
  });

  test("a guest who sees some users gets the others as unknown in the list of users", async ({
    expect,
  }) => {
    const unknown = "Unknown user";
    const names = await listed("guest");
    expect(names).toMatchObject({
      [id("owner")]: unknown,
      [id("admin")]: unknown,
      [id("moderator")]: unknown,
      [id("alice")]: "Alice Member",
      [id("guest")]: "Some guest",
      [id("bot")]: "Echo Bot",
    });
    const { members } = await world().request("guest", listUsers, form);
    const other = members.find((user) => user.user_id === id("admin"));
    expect(other).toMatchObject({ ...unknownTo("admin"), is_active: true });
    expect(Object.values(await listed("alice"))).not.toContain(unknown);
  });

  test("a guest sees those who join one of its channels with the next request, and until one of them leaves", async ({
    expect,
  }) => {
    world().setMember(1, id("owner"), true);
    const { user } = await world().request("guest", getUser, { user_id: id("owner"), ...form });
    expect(user.full_name).toBe("Olive Owner");
    world().setMember(1, id("owner"), false);
    const { members } = await world().request("guest", listUsers, form);
    expect(members.find((one) => one.user_id === id("owner"))).toMatchObject(unknownTo("owner"));
    await expect(
      world().request("guest", getUser, { user_id: id("owner"), ...form }),
    ).rejects.toMatchObject({ message: "No such user" });
  });

  test("a guest gets the pictures of people whom it cannot see as those of nobody", async ({
    expect,
  }) => {
    const places: unknown[] = [];
    for (const who of [`user${id("owner")}@localhost`, id("owner")])
      places.push((await redirectFrom(world(), "guest", `/avatar/${who}`)).location);
    const { avatar_url: shown } = (
      await world().request("alice", getUser, { user_id: id("owner"), ...form })
    ).user;
    expect(new Set(places).size).toBe(1);
    expect(places[0]).not.toBe(shown);
    expect((await redirectFrom(world(), "alice", `/avatar/${id("owner")}`)).location).toBe(shown);
  });

  test("a guest gets presences and statuses of visible people only", async ({ expect }) => {
    for (const name of ["alice", "owner"] as const) {
      await world().request(name, updateOwnPresence, presence);
      await world().request(name, updateOwnStatus, { status_text: "Here" });
    }
    const { presences } = await world().request("guest", getRealmPresence, {});
    expect(Object.keys(presences)).toEqual(["alice@example.com"]);
    const answer = await world().request("guest", updateOwnPresence, presence);
    expect(Object.keys(answer.presences ?? {}).map(Number)).toEqual([id("alice"), id("guest")]);
    const sections = await registerSections(world(), "guest", {
      fetch: ["presence", "user_status"],
    });
    expect(Object.keys(sections["presences"] as object).map(Number)).toEqual([
      id("alice"),
      id("guest"),
    ]);
    expect(Object.keys(sections["user_status"] as object).map(Number)).toEqual([id("alice")]);
  });
});

describe("POST /register (docs/behaviour/users.md#users-hidden-from-guests)", () => {
  const users = async (name: Name, incomplete: boolean) => {
    const sections = await registerSections(world(), name, {
      fetch: ["realm_user"],
      capabilities: { user_list_incomplete: incomplete },
    });
    return sections as Readonly<Record<string, readonly { user_id: number }[]>>;
  };

  test("POST /register has unknown users for clients that need every user, and leaves them out for others", async ({
    expect,
  }) => {
    await world().request("owner", deactivateUser, { user_id: id("moderator") });
    const all = await users("guest", false);
    const other = all["realm_users"]?.find(({ user_id: userId }) => userId === id("moderator"));
    expect(other).toMatchObject({
      ...unknownTo("moderator"),
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/) as string,
    });
    expect(other).not.toHaveProperty("is_active");
    expect(all["realm_non_active_users"]).toEqual([]);
    const some = await users("guest", true);
    const ids = some["realm_users"]?.map(({ user_id: userId }) => userId);
    expect(ids).toEqual([id("alice"), id("guest"), id("bot")]);
    expect(some["cross_realm_bots"]).toEqual(all["cross_realm_bots"]);
    expect(await users("alice", true)).toMatchObject({ realm_non_active_users: [{}] });
    await world().request("owner", reactivateUser, { user_id: id("moderator") });
  });
});
