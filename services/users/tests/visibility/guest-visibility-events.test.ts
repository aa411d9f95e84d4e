import {
  addRealmUser,
  createUser,
  encodeAudience,
  listUsers,
  roles,
  updateOwnPresence,
  updateOwnStatus,
  updateRealm,
  updateSettings,
  updateUser,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { type Name, password } from "../people.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import {
  limitGuest,
  reportOfPresence,
  setSeeingAll,
  visibilityEvents,
} from "./guest-visibility.ts";

const world = useWorld(() => World.create());
const id = (name: Name) => world().people[name].id;

beforeEach(() => limitGuest(world()));

describe("events (docs/behaviour/users.md#users-hidden-from-guests)", () => {
  test("a guest is told who becomes visible, with status and presence, and who is visible no more", async ({
    expect,
  }) => {
    await world().request("admin", updateOwnStatus, { status_text: "Busy" });
    await world().request("admin", updateOwnPresence, reportOfPresence);
    expect(await visibilityEvents(world(), "guest")).toEqual([]);
    world().setMember(1, id("admin"), true);
    await registerSections(world(), "guest", { fetch: [] });
    const shown = ["add admin", "user_status admin", "presence admin"];
    expect(await visibilityEvents(world(), "guest")).toEqual(shown);
    world().setMember(1, id("admin"), false);
    await registerSections(world(), "guest", { fetch: [] });
    // Who keeps unknown users in the list would show them as there.
    expect(await visibilityEvents(world(), "guest")).toEqual(["presence admin", "remove admin"]);
    await registerSections(world(), "guest", { fetch: [] });
    expect(await visibilityEvents(world(), "guest")).toEqual([]);
  });

  test("events let nobody whom a guest cannot see look as if they were there", async ({
    expect,
  }) => {
    await world().request("alice", updateOwnPresence, reportOfPresence);
    await world().events();
    world().setMember(1, id("alice"), false);
    await registerSections(world(), "guest", { fetch: [] });
    const announced = (await world().events()).filter(({ event }) => event.type === "presence");
    expect(announced.map(({ audience }) => audience)).toEqual([encodeAudience([id("guest")])]);
    const [{ website }] = announced.map(({ event }) => event["presence"]) as [
      { website: { timestamp: number } },
    ];
    const secondsAgo = Date.now() / 1000 - website.timestamp;
    // Away after 200 seconds (docs/behaviour/presence.md#presence-of-others).
    expect(secondsAgo).toBeGreaterThan(200);
    expect(secondsAgo).toBeLessThan(600);
  });

  test("events say nothing of those who cannot be seen where presence is shown of nobody", async ({
    expect,
  }) => {
    await world().request("owner", updateRealm, { presence_disabled: true });
    await world().events();
    world().setMember(1, id("alice"), false);
    await registerSections(world(), "guest", { fetch: [] });
    expect(await visibilityEvents(world(), "guest")).toEqual(["remove alice"]);
  });

  test("events about users reach only guests who see them", async ({ expect }) => {
    for (const name of ["alice", "admin"] as const) {
      await world().request(name, updateSettings, {
        full_name: `The ${name}`,
        timezone: "Asia/Tokyo",
      });
      await world().request(name, updateOwnStatus, { status_text: "Away" });
      await world().request(name, updateSettings, { full_name: `Some ${name}` });
    }
    expect(await visibilityEvents(world(), "guest")).toEqual([
      "update alice",
      "update alice",
      "user_status alice",
      "update alice",
    ]);
  });

  test("events show a guest new people as unknown, and new guests nobody", async ({ expect }) => {
    const email = `new${Date.now()}@example.com`;
    await world().request("owner", createUser, { email, full_name: "New Person", password });
    expect(await visibilityEvents(world(), "guest")).toEqual(["add somebody unknown"]);
    const { userId } = await world().call(addRealmUser, {
      realmId: world().realm.id,
      email: `g${email}`,
      fullName: "New Guest",
      role: roles.guest,
      password,
    });
    await registerSections(world(), "guest", { fetch: [] });
    const events = await world().events();
    expect(events.filter(({ event }) => event["op"] === "remove")).toEqual([]);
    const { identity } = world().people.guest;
    const newUser = { ...identity, userId } as typeof identity;
    const { members } = await world().request(newUser, listUsers, {
      client_gravatar: false,
      include_custom_profile_fields: false,
    });
    const known = members.filter((user) => user.full_name !== "Unknown user");
    expect(known.map((user) => user.user_id)).toEqual([id("bot"), userId]);
  });

  test("events follow the role and the organization's decision", async ({ expect }) => {
    await setSeeingAll(world(), "role:everyone");
    const gained = await waitForVisibility("guest", 3);
    expect(gained.filter((one) => one.startsWith("add")).toSorted()).toEqual(
      expect.arrayContaining(["add admin", "add moderator", "add owner"]),
    );
    await setSeeingAll(world(), "role:fullmembers");
    const lost = await waitForVisibility("guest", 3);
    expect(lost.toSorted()).toEqual(
      expect.arrayContaining(["remove admin", "remove moderator", "remove owner"]),
    );
    expect(lost).not.toContain("remove alice");
    await world().request("owner", updateUser, { user_id: id("guest"), role: roles.member });
    expect(await waitForVisibility("guest", 3)).toContain("add owner");
    await world().request("owner", updateUser, { user_id: id("guest"), role: roles.guest });
    expect(await waitForVisibility("guest", 3)).toContain("remove owner");
  });
});

/** Waits until somebody was told that at least so many users came or went, and returns it. */
async function waitForVisibility(name: Name, least: number): Promise<readonly string[]> {
  const announced: string[] = [];
  while (announced.filter((one) => /^(?:add|remove) /.test(one)).length < least)
    announced.push(...(await visibilityEvents(world(), name)));
  return announced;
}
