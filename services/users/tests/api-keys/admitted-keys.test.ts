import {
  checkApiKey,
  deactivateRealm,
  deactivateUser,
  endApiKey,
  getAccessMark,
  reactivateRealm,
  reactivateUser,
  regenerateOwnKey,
  rotateKey,
  updateBot,
  updateRealm,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { keyOwner, makeKey } from "./keys.ts";

const world = useWorld(() => World.create());
const dayMs = 24 * 3600 * 1000;
const unknown = { valid: false, reason: "unknown" };

describe("an API key with scopes (docs/behaviour/keys.md#ends-of-keys)", () => {
  test("a key is nobody's with another address, in another organization, and for gateways without scopes", async ({
    expect,
  }) => {
    const { alice } = world().people;
    const { api_key: apiKey } = await makeKey(world(), "alice");
    const asked = { realmId: world().realm.id, email: alice.email, apiKey, knowsScopes: true };
    expect(await world().call(checkApiKey, { ...asked, knowsScopes: undefined })).toEqual(unknown);
    expect(await keyOwner(world(), "owner", apiKey)).toEqual(unknown);
    const there = await world().call(checkApiKey, { ...asked, realmId: world().acme.id });
    expect(there).toEqual({ valid: false, reason: "other_realm" });
  });

  test("a key that has expired is refused as such, and is remembered until then at most", async ({
    expect,
  }) => {
    const { api_key: key } = await makeKey(world(), "moderator", { expires_in_days: 2 });
    world().clock.aheadMs += 2 * dayMs - 60_000;
    const answer = await keyOwner(world(), "moderator", key);
    expect(answer).toMatchObject({ valid: true });
    expect(answer.valid && answer.validForMs).toBeGreaterThan(0);
    expect(answer.valid && answer.validForMs).toBeLessThanOrEqual(60_000);
    world().clock.aheadMs += 60_000;
    expect(await keyOwner(world(), "moderator", key)).toEqual({ ...unknown, hasExpired: true });
  });

  test("a key of somebody who lacks a second factor that is required is refused after the deadline", async ({
    expect,
  }) => {
    const { api_key: key } = await makeKey(world(), "owner", { expires_in_days: 300 });
    await world().request("owner", updateRealm, {
      second_factor_required_for: "everybody",
      second_factor_grace_days: 3,
    });
    const answer = await keyOwner(world(), "owner", key);
    expect(answer.valid && answer.validForMs).toBeLessThanOrEqual(3 * dayMs);
    world().clock.aheadMs += 3 * dayMs;
    expect(await keyOwner(world(), "owner", key)).toEqual({ ...unknown, lacksFactor: true });
    world().clock.aheadMs -= 3 * dayMs;
    await world().request("owner", updateRealm, { second_factor_required_for: "nobody" });
  });

  test("a new key of the account leaves further keys alone, and one by the operator ends them all (docs/behaviour/keys.md#the-key-of-every-account)", async ({
    expect,
  }) => {
    const { email } = world().people.alice;
    const { api_key: key } = await makeKey(world(), "alice");
    await world().request("alice", regenerateOwnKey, {});
    expect(await keyOwner(world(), "alice", key)).toMatchObject({ valid: true });
    await world().call(rotateKey, { subdomain: "", email });
    expect(await keyOwner(world(), "alice", key)).toEqual(unknown);
  });

  test("keys end for good when the account is deactivated, and those of a bot with a new owner", async ({
    expect,
  }) => {
    const { admin, bot, guest } = world().people;
    const { api_key: own } = await makeKey(world(), "guest");
    await world().request("owner", deactivateUser, { user_id: guest.id });
    expect(await keyOwner(world(), "guest", own)).toEqual(unknown);
    await world().request("owner", reactivateUser, { user_id: guest.id });
    expect(await keyOwner(world(), "guest", own)).toEqual(unknown);
    const { api_key: ofBot } = await makeKey(world(), "owner", { user_id: bot.id });
    expect(await keyOwner(world(), "bot", ofBot)).toMatchObject({ valid: true, isBot: true });
    await world().request("owner", updateBot, { bot_id: bot.id, bot_owner_id: admin.id });
    expect(await keyOwner(world(), "bot", ofBot)).toEqual(unknown);
  });

  test("a key is known to what was made with it by a mark, until it ends or expires", async ({
    expect,
  }) => {
    const { admin } = world().people;
    const own = { realmId: world().realm.id, userId: admin.id, sessionId: null };
    const [first, second] = [
      await makeKey(world(), "admin", { scopes: ["all"] }),
      await makeKey(world(), "admin", { scopes: ["all"], expires_in_days: 1 }),
    ];
    const mark = async (keyId: number | null) =>
      (await world().call(getAccessMark, { ...own, keyId })).mark;
    const marks = [await mark(first.id), await mark(second.id), await mark(null)];
    expect(new Set(marks).size).toBe(3);
    await world().request("admin", endApiKey, { user_id: admin.id, key_id: first.id });
    world().clock.aheadMs += dayMs;
    expect([await mark(first.id), await mark(second.id)]).toEqual([null, null]);
    expect(await mark(null)).toBe(marks[2]);
  });

  test("keys of an organization that is closed are refused, and are gone when it opens again", async ({
    expect,
  }) => {
    const { api_key: key } = await makeKey(world(), "owner");
    await world().call(deactivateRealm, { subdomain: "" });
    expect(await keyOwner(world(), "owner", key)).toEqual({
      valid: false,
      reason: "realm_deactivated",
    });
    await world().call(reactivateRealm, { subdomain: "" });
    expect(await keyOwner(world(), "owner", key)).toEqual(unknown);
  });
});
