// Whom the Welcome Bot greets, with what, and that it does so once.
import {
  addRealmBot,
  addRealmUser,
  botTypes,
  createBot,
  createRealm,
  createUser,
  deactivateUser,
  devFetchApiKey,
  reactivateUser,
  roles,
  updateRealm,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test, vi } from "vitest";
import { z } from "zod";

import { operator, password } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

let people = 0;
const named = () => ({ email: `new${++people}@example.com`, password, full_name: "New Person" });
const create = async () => (await world().request("owner", createUser, named())).user_id;

/** Returns the users who were greeted since the last look, and where. */
const greeted = () =>
  world()
    .notices.splice(0)
    .filter(({ key }) => key === "welcome")
    .flatMap(({ realmId, to }) =>
      to.kind === "users" ? to.userIds.map((id) => [realmId, id]) : [],
    );

const waiting = () =>
  world().database.anyFirst(
    sql.type(z.object({ userId: z.number() }))`select user_id as "userId" from newcomer`,
  );

beforeEach(() => {
  world().notices.length = 0;
});

describe("the Welcome Bot greets (docs/behaviour/users.md#arrival-of-a-user)", () => {
  test("everybody whose account comes to exist: made by administrators or operators, also the first owner", async ({
    expect,
  }) => {
    const realmId = world().realm.id;
    expect(greeted()).toEqual([]);
    const id = await create();
    expect(greeted()).toEqual([[realmId, id]]);
    for (const role of Object.values(roles)) {
      const { email, full_name: fullName } = named();
      const added = { realmId, email, fullName, role, password: null };
      const { userId } = await world().call(addRealmUser, added);
      expect(greeted()).toEqual([[realmId, userId]]);
      expect(await world().call(addRealmUser, added)).toMatchObject({ userId, created: false });
      expect(greeted()).toEqual([]);
    }
    const owner = { email: "first@example.com", fullName: "First Owner", password };
    const asked = { subdomain: "fresh", name: "Fresh", owner };
    const made = await world().users.call(createRealm, operator, asked, { realmId: 0 });
    expect(greeted()).toEqual([[made.realm.id, made.owner.userId]]);
  });

  test("no bot, and nobody who was there before: logging in or coming back is no beginning", async ({
    expect,
  }) => {
    const { id, email } = world().people.alice;
    await world().request("alice", createBot, { full_name: "Some Bot", short_name: "some" });
    const bot = { ownerId: id, email: "b-bot@example.com", fullName: "Bot", webhook: null };
    const botType = botTypes.generic;
    await world().call(addRealmBot, { ...bot, botType, realmId: world().realm.id });
    await world().request(world().anonymous(), devFetchApiKey, { username: email });
    await world().request("owner", deactivateUser, { user_id: id });
    await world().request("owner", reactivateUser, { user_id: id });
    expect(world().notices).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test("the Welcome Bot greets by name of the organization, starred, and sends its own text in a second message", async ({
    expect,
  }) => {
    await world().request("owner", updateRealm, {
      name: "Root & Branch",
      welcome_message_custom_text: "Ours",
    });
    const id = await create();
    const to = { kind: "users", userIds: [id] };
    expect(world().notices).toMatchObject([
      { from: "welcome-bot", to, starred: true, content: expect.stringContaining("Root & Branch") },
      { from: "welcome-bot", to, starred: false, content: "Ours" },
    ]);
    await world().request("owner", updateRealm, { welcome_message_custom_text: " " });
    world().notices.length = 0;
    await create();
    expect(world().notices).toHaveLength(1);
    await world().request("owner", updateRealm, { welcome_message_custom_text: "" });
  });

  test("several who come together with one call", async ({ expect }) => {
    const realmId = world().realm.id;
    const add = () => {
      const { email, full_name: fullName } = named();
      const added = { realmId, email, fullName, role: roles.member, password: null };
      return world().call(addRealmUser, added);
    };
    const ids = (await Promise.all(Array.from({ length: 20 }, add))).map(({ userId }) => userId);
    const calls = world().notices.length;
    expect(greeted().map(([, id]) => id)).toEqual(ids.toSorted((a, b) => a - b));
    expect(calls).toBeLessThan(20);
  });
});

describe("while messages cannot say it", () => {
  test("accounts are made all the same, and greeted as soon as it can, by any process", async ({
    expect,
  }) => {
    world().outage.error = new AppError("SERVICE_UNAVAILABLE", "Not now.");
    const id = await create();
    expect(await waiting()).toEqual([id]);
    expect(greeted()).toEqual([]);
    await world().addProcess();
    world().outage.error = null;
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 240_000 });
    expect(new Set(greeted().map(([, userId]) => userId))).toEqual(new Set([id]));
  });

  test("nobody else waits for a greeting while messages cannot say another one or will never say it", async ({
    expect,
  }) => {
    world().outage.error = new AppError("BAD_REQUEST", "Unable to render message");
    await create();
    expect(await waiting()).toEqual([]);
    world().outage.error = null;
    const id = await create();
    // A process that another test added may have kept the first person for its next try.
    expect(greeted()).toContainEqual([world().realm.id, id]);
  });
});
