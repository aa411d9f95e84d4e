import {
  addRealmUser,
  botTypes,
  checkApiKey,
  createUser,
  deactivateUser,
  devFetchApiKey,
  fetchApiKey,
  getUser,
  getUserByEmail,
  getUsersState,
  listRealms,
  listUsers,
  reactivateUser,
  parseSections,
  registerOperations,
  rotateKey,
  updateUser,
  updateUserStatus,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { systemBots } from "../../src/policies/bots/system-bots.ts";
import { password } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const [notificationBot] = systemBots;

async function records() {
  const { users } = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
  return users.filter(({ isSystemBot }) => isSystemBot);
}

async function botId(): Promise<number> {
  const bot = (await records()).find(({ email }) => email.startsWith("notification-bot@"));
  if (bot === undefined) throw new Error("There is no notification bot.");
  return bot.id;
}

async function registered(fetch: string[]) {
  const part = await world().call(
    registerOperations.users,
    {
      fetch,
      clientGravatar: false,
      includeSubscribers: "false",
      slimPresence: true,
      presenceHistoryLimitDays: 0,
      capabilities: {},
    },
    world().people.owner.identity,
  );
  return parseSections(part) as Record<string, { user_id: number }[]>;
}

describe("system bots (docs/behaviour/bots.md#system-bots)", () => {
  test("system bots cannot be changed, deactivated, reactivated or given a status", async ({
    expect,
  }) => {
    const user_id = await botId();
    const refused = { code: "BAD_REQUEST", message: "No such user" };
    const attempts = [
      () => world().request("owner", updateUser, { user_id, full_name: "Mine" }),
      () => world().request("owner", updateUser, { user_id, role: 100 }),
      () => world().request("owner", deactivateUser, { user_id }),
      () => world().request("owner", reactivateUser, { user_id }),
      () => world().request("owner", updateUserStatus, { user_id, status_text: "mine" }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(refused);
    expect(await records()).toMatchObject(systemBots);
  });

  test("system bots have no key, and nobody logs in as one", async ({ expect }) => {
    const { email } = notificationBot;
    const login = { username: email, password };
    const refused = { code: "AUTHENTICATION_FAILED" };
    const fetched = world().request(world().anonymous(), fetchApiKey, login);
    await expect(fetched).rejects.toMatchObject(refused);
    const dev = world().request(world().anonymous(), devFetchApiKey, { username: email });
    await expect(dev).rejects.toMatchObject(refused);
    await expect(world().call(rotateKey, { subdomain: "", email })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    const checked = await world().call(checkApiKey, {
      realmId: world().realm.id,
      email,
      apiKey: "a".repeat(32),
    });
    expect(checked).toEqual({ valid: false, reason: "unknown" });
  });

  test("system bots have addresses that nobody else can have", async ({ expect }) => {
    const { email, fullName } = notificationBot;
    const created = world().request("owner", createUser, { email, password, full_name: fullName });
    await expect(created).rejects.toMatchObject({ message: "Bad name or username" });
    const person = { realmId: world().realm.id, email, fullName, role: 400, password };
    await expect(world().call(addRealmUser, person)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const user_id = world().people.alice.id;
    const moved = world().request("owner", updateUser, { user_id, new_email: email });
    await expect(moved).rejects.toMatchObject({ message: "Invalid new email address." });
  });

  test("system bots are known to other services, one set in each organization", async ({
    expect,
  }) => {
    const bots = await records();
    expect(bots).toMatchObject(
      systemBots.map(({ email, fullName }) => ({
        email,
        fullName,
        isBot: true,
        botType: botTypes.generic,
        botOwnerId: null,
        isActive: true,
        webhook: null,
      })),
    );
    const { users } = await world().call(getUsersState, { realmId: world().acme.id, since: 0 });
    const theirs = users.filter(({ isSystemBot }) => isSystemBot);
    expect(theirs).toHaveLength(3);
    for (const { id } of theirs) expect(bots.map((bot) => bot.id)).not.toContain(id);
  });

  test("system bots are in cross_realm_bots and in no other list", async ({ expect }) => {
    const ids = (await records()).map(({ id }) => id);
    const data = await registered(["realm_user", "realm_bot", "realm_user_groups"]);
    expect(data["cross_realm_bots"]).toMatchObject(
      systemBots.map(({ email, fullName }) => ({
        email,
        full_name: fullName,
        is_bot: true,
        is_system_bot: true,
      })),
    );
    const { members } = await world().request("owner", listUsers, {});
    for (const list of [data["realm_users"], data["realm_bots"], members])
      for (const user of list ?? []) {
        expect(ids).not.toContain(user.user_id);
        expect(user).not.toHaveProperty("is_system_bot");
      }
    const { groups } = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
    for (const { members: inside } of groups)
      for (const id of ids) expect(inside).not.toContain(id);
  });

  test("system bots can be looked up by id, not by address", async ({ expect }) => {
    const user_id = await botId();
    const { user } = await world().request("guest", getUser, { user_id });
    expect(user).toMatchObject({ user_id, is_system_bot: true, full_name: "Notification Bot" });
    const byEmail = world().request("owner", getUserByEmail, { email: notificationBot.email });
    await expect(byEmail).rejects.toMatchObject({ message: "No such user" });
  });

  test("system bots do not count as users", async ({ expect }) => {
    const { realms } = await world().call(listRealms, {});
    expect(realms.find(({ subdomain }) => subdomain === "acme")).toMatchObject({ activeUsers: 1 });
  });
});
