import {
  createUser,
  expiringOperations,
  getUsersState,
  updateRealm,
  updateUser,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

function since(version: number, realmId = world().realm.id) {
  return world().call(getUsersState, { realmId, since: version });
}

describe("the state of an organization's users (docs/behaviour/api.md#reading-own-writes)", () => {
  test("the state of users is refused for an organization that does not exist", async ({
    expect,
  }) => {
    await expect(since(0, 999)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("the state of an organization's users has the organization with all settings and permissions", async ({
    expect,
  }) => {
    const { realm, groups } = await since(0);
    expect(realm).toMatchObject({ subdomain: "", url: "http://localhost:9991", name: "Root" });
    const everyone = groups.find(({ name }) => name === "role:everyone")?.id;
    expect(realm?.settings).toMatchObject({
      topics_policy: "allow_empty_topic",
      can_delete_own_message_group: everyone,
      description: "",
    });
  });

  test("the state of an organization's users has every user, with the webhook of a bot that has one", async ({
    expect,
  }) => {
    const { alice, bot, guest } = world().people;
    const { users } = await since(0);
    expect(users.filter(({ isSystemBot }) => !isSystemBot)).toHaveLength(6);
    expect(users.find(({ id }) => id === guest.id)).toMatchObject({
      email: "guest@example.com",
      deliveryEmail: "guest@example.com",
      role: 600,
      isActive: true,
      defaultSendingChannelId: null,
      joinsDefaultChannels: false,
      avatarIsGravatar: true,
      settings: { automatically_follow_topics_policy: 3, enable_stream_push_notifications: false },
      webhook: null,
    });
    expect(users.find(({ id }) => id === bot.id)).toMatchObject({
      isBot: true,
      botType: 1,
      botOwnerId: alice.id,
      webhook: {
        url: "http://127.0.0.1:9106/",
        interface: 1,
        name: "echo",
        token: expect.stringMatching(/^[a-zA-Z\d]{32}$/),
      },
    });
  });

  test("the state of an organization's users has the system groups, each within the next, with members by role", async ({
    expect,
  }) => {
    const { people } = world();
    const { groups } = await since(0);
    const byName = new Map(groups.map((group) => [group.name, group]));
    const members = (name: string) => byName.get(name)?.members;
    expect(members("role:nobody")).toEqual([]);
    expect(members("role:everyone")).toEqual([people.guest.id]);
    expect(members("role:members")).toEqual([people.alice.id, people.bot.id]);
    expect(members("role:fullmembers")).toEqual([people.alice.id, people.bot.id]);
    expect(members("role:moderators")).toEqual([people.moderator.id]);
    expect(members("role:owners")).toEqual([people.owner.id]);
    expect(byName.get("role:internet")?.subgroups).toEqual([byName.get("role:everyone")?.id]);
    expect(byName.get("role:administrators")?.subgroups).toEqual([byName.get("role:owners")?.id]);
  });

  test("the state of users is empty when nothing changed, and has only what changed otherwise", async ({
    expect,
  }) => {
    const { version } = await since(0);
    expect(await since(version)).toEqual({ version, realm: null, users: [], groups: [] });
    const params = { email: "new@example.com", password, full_name: "New Person" };
    const { user_id: id } = await world().request("owner", createUser, params);
    const delta = await since(version);
    expect(delta).toMatchObject({ version: version + 1, realm: null, users: [{ id }] });
    expect(delta.groups.map(({ name }) => name)).toEqual(["role:fullmembers", "role:members"]);
  });

  test("the state of users is told from the beginning to one who claims to know the future", async ({
    expect,
  }) => {
    const { version } = await since(0);
    const again = await since(version + 100);
    expect(again.version).toBe(version);
    expect(again.users.length).toBeGreaterThan(5);
    expect(again.realm).not.toBeNull();
  });

  test("a new role moves a user between the groups in the state of users", async ({ expect }) => {
    const { version } = await since(0);
    const { moderator } = world().people;
    await world().request("owner", updateUser, { user_id: moderator.id, role: 200 });
    const { groups } = await since(version);
    const members = Object.fromEntries(groups.map((group) => [group.name, group.members]));
    expect(members["role:moderators"]).toEqual([]);
    expect(members["role:administrators"]).toContain(moderator.id);
  });

  test("messages are said to expire in organizations that have a number of days for them", async ({
    expect,
  }) => {
    const { id } = world().realm;
    const expiring = () => world().call(expiringOperations.users, { realmIds: [id, 999] });
    expect(await expiring()).toEqual({ realmIds: [] });
    await world().request("owner", updateRealm, { message_retention_days: 30 });
    expect(await expiring()).toEqual({ realmIds: [id] });
    await world().request("owner", updateRealm, { message_retention_days: "unlimited" });
    expect(await expiring()).toEqual({ realmIds: [] });
  });
});
