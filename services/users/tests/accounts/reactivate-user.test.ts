import {
  checkApiKey,
  createBot,
  deactivateBot,
  deactivateUser,
  fetchApiKey,
  getBotApiKey,
  getUser,
  listUserGroups,
  reactivateUser,
  updateOwnPresence,
  updateRealm,
  updateUser,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { type Name, password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("reactivating a user (docs/behaviour/users.md#reactivating-users)", () => {
  test("reactivating a user is refused to all but administrators, and for strangers", async ({
    expect,
  }) => {
    const { guest } = world().people;
    const denied = world().request("alice", reactivateUser, { user_id: guest.id });
    await expect(denied).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Insufficient permission",
    });
    const unknown = world().request("owner", reactivateUser, { user_id: world().acmeOwner.id });
    await expect(unknown).rejects.toMatchObject({ message: "No such user" });
  });

  test("reactivating a user tells nobody when the user is active", async ({ expect }) => {
    await world().events();
    await world().request("admin", reactivateUser, { user_id: world().people.guest.id });
    expect(await world().events()).toEqual([]);
  });

  test("reactivating a user tells everybody when the user was last seen, where presence is shown", async ({
    expect,
  }) => {
    const { guest, alice } = world().people;
    const there = { status: "active", new_user_input: true, ping_only: true } as const;
    await world().request("guest", updateOwnPresence, there);
    const announcedOnReturn = async () => {
      await world().request("admin", deactivateUser, { user_id: guest.id });
      await world().events();
      await world().request("admin", reactivateUser, { user_id: guest.id });
      return eventsFor(alice.id, await world().events());
    };
    const presence = { type: "presence", user_id: guest.id };
    expect(await announcedOnReturn()).toContainEqual(expect.objectContaining(presence));
    await world().request("owner", updateRealm, { presence_disabled: true });
    const { type } = presence;
    expect(await announcedOnReturn()).not.toContainEqual(expect.objectContaining({ type }));
    await world().request("owner", updateRealm, { presence_disabled: false });
  });

  test("reactivating gives the user a new key and the former groups, and the old key stays dead", async ({
    expect,
  }) => {
    const { guest, alice } = world().people;
    await world().request("admin", deactivateUser, { user_id: guest.id });
    await world().events();
    await world().request("admin", reactivateUser, { user_id: guest.id });
    const params = { username: guest.email, password };
    const key = await world().request(world().anonymous(), fetchApiKey, params);
    expect(key.api_key).not.toBe(guest.apiKey);
    const check = (apiKey: string) =>
      world().call(checkApiKey, { realmId: world().realm.id, email: guest.email, apiKey });
    expect(await check(guest.apiKey)).toEqual({ valid: false, reason: "unknown" });
    expect(await check(key.api_key)).toMatchObject({ valid: true, userId: guest.id });
    const announced = eventsFor(alice.id, await world().events());
    expect(announced.slice(0, 2)).toMatchObject([
      { type: "realm_user", op: "update", person: { user_id: guest.id, is_active: true } },
      { type: "user_group", op: "add_members", user_ids: [guest.id] },
    ]);
  });
});

describe("reactivating a bot (docs/behaviour/users.md#reactivating-users)", () => {
  let made = 0;
  const create = async (as: Name, full_name: string) => {
    made += 1;
    const params = { full_name, short_name: `back${made}` };
    const { user_id } = await world().request(as, createBot, params);
    await world().request(as, deactivateBot, { bot_id: user_id });
    return user_id;
  };
  const back = (as: Name, user_id: number) => world().request(as, reactivateUser, { user_id });

  test("reactivating a bot is refused while another one is active under its name", async ({
    expect,
  }) => {
    const first = await create("alice", "Twin");
    await world().request("alice", createBot, { full_name: "Twin", short_name: "twin" });
    await world().events();
    await expect(back("alice", first)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message:
        'There is already an active bot named "Twin" in this organization. To reactivate this bot, you must rename or deactivate the other one first.',
    });
    expect(await world().events()).toEqual([]);
  });

  test("reactivating a bot is refused to owners who could not create it", async ({ expect }) => {
    const bot = await create("alice", "Locked");
    const { user_groups: groups } = await world().request("owner", listUserGroups, {});
    const groupOf = (name: string) => groups.find((group) => group.name === name)?.id ?? 0;
    const allow = async (group: string) =>
      world().request("owner", updateRealm, {
        can_create_bots_group: { new: groupOf(group) },
      });
    await allow("role:administrators");
    await expect(back("alice", bot)).rejects.toMatchObject({ message: "Insufficient permission" });
    await back("admin", bot);
    await allow("role:members");
  });

  test("reactivating a bot tells everybody, and its owner and administrators what only they may know", async ({
    expect,
  }) => {
    const bot = await create("alice", "Returning");
    await world().events();
    await back("alice", bot);
    const events = await world().events();
    const known = { type: "realm_user", op: "update", person: { user_id: bot, is_active: true } };
    const own = { type: "realm_bot", op: "update", bot: { user_id: bot, is_active: true } };
    expect(eventsFor(world().people.guest.id, events)[0]).toEqual(known);
    const { api_key } = await world().request("alice", getBotApiKey, { bot_id: bot });
    const key = { type: "realm_bot", op: "update", bot: { user_id: bot, api_key } };
    for (const name of ["alice", "admin"] as const)
      expect(eventsFor(world().people[name].id, events)).toEqual(
        expect.arrayContaining([own, key]),
      );
    expect(eventsFor(world().people.moderator.id, events)).not.toContainEqual(
      expect.objectContaining({ type: "realm_bot" }),
    );
  });

  test("reactivating a bot gives it a new key, and the old one stays dead, whoever owns it then", async ({
    expect,
  }) => {
    const { id: user_id } = world().people.guest;
    await world().request("owner", updateUser, { user_id, role: 400 });
    for (const owned of [true, false]) {
      const params = { full_name: `Key ${owned}`, short_name: `key${owned}` };
      const bot = await world().request("guest", createBot, params);
      const { user } = await world().request("owner", getUser, { user_id: bot.user_id });
      const check = (apiKey: string) =>
        world().call(checkApiKey, { realmId: world().realm.id, email: user.email, apiKey });
      expect(await check(bot.api_key)).toMatchObject({ valid: true });
      if (owned) await world().request("guest", deactivateBot, { bot_id: bot.user_id });
      else await world().request("owner", deactivateUser, { user_id });
      await back("admin", bot.user_id);
      expect(await check(bot.api_key)).toEqual({ valid: false, reason: "unknown" });
      const key = await world().request("admin", getBotApiKey, { bot_id: bot.user_id });
      expect(await check(key.api_key)).toMatchObject({ valid: true });
    }
    await world().request("owner", reactivateUser, { user_id });
  });

  test("reactivating a bot makes it the caller's when its owner is gone", async ({ expect }) => {
    const { id: user_id } = world().people.moderator;
    const bot = await create("moderator", "Orphan");
    await world().request("owner", deactivateUser, { user_id });
    await world().events();
    await back("admin", bot);
    expect((await world().request("owner", getUser, { user_id: bot })).user).toMatchObject({
      is_active: true,
      bot_owner_id: world().people.admin.id,
    });
    expect(eventsFor(world().people.alice.id, await world().events())).toContainEqual({
      type: "realm_user",
      op: "update",
      person: { user_id: bot, bot_owner_id: world().people.admin.id },
    });
  });
});
