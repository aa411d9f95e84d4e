import {
  checkSession,
  deactivateRealm,
  deactivateUser,
  getAuthState,
  reactivateRealm,
  reactivateUser,
  regenerateOwnKey,
  rotateKey,
  updateSettings,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { World } from "../world.ts";
import { browser, ownerOf } from "./browsers.ts";

const world = useWorld(() => World.create());
const ended = { valid: false };

/** Users whose credentials gateways forget because of what happens in `change`. */
async function forgotten(change: () => Promise<unknown>) {
  const ask = (since: number) => world().call(getAuthState, { host: "localhost:9991", since });
  const before = await ask(0);
  await change();
  const after = await ask(before.known ? before.authVersion : 0);
  return after.known ? after.changedUserIds : [];
}

describe("a session (docs/behaviour/sessions.md#lifetime)", () => {
  test("a token is nobody's when it is unknown or of another organization", async ({ expect }) => {
    const { token } = await browser(world(), "alice");
    expect(await ownerOf(world(), "x".repeat(32))).toEqual(ended);
    const there = { realmId: world().acme.id, token };
    expect(await world().call(checkSession, there)).toEqual(ended);
  });

  test("a session ends thirty days after it was used last", async ({ expect }) => {
    const dayMs = 24 * 3600 * 1000;
    const { token } = await browser(world(), "moderator");
    for (const days of [29, 29]) {
      world().clock.aheadMs += days * dayMs;
      expect(await ownerOf(world(), token)).toMatchObject({ valid: true });
    }
    world().clock.aheadMs += 30 * dayMs;
    expect(await ownerOf(world(), token)).toEqual(ended);
  });

  test("a deactivated account has no sessions, nor has it when it comes back", async ({
    expect,
  }) => {
    const { id: userId } = world().people.guest;
    const { token } = await browser(world(), "guest");
    const change = () => world().request("owner", deactivateUser, { user_id: userId });
    expect(await forgotten(change)).toEqual([userId]);
    expect(await ownerOf(world(), token)).toEqual(ended);
    await world().request("owner", reactivateUser, { user_id: userId });
    expect(await ownerOf(world(), token)).toEqual(ended);
  });

  test("a new password ends all sessions but the one in which it was changed, at every gateway", async ({
    expect,
  }) => {
    const own = await browser(world(), "alice");
    const other = await browser(world(), "alice");
    const given = { old_password: password, new_password: "another-long-enough-one" };
    const change = () => world().request(own.identity, updateSettings, given);
    const { id } = world().people.alice;
    await world().events();
    expect(await forgotten(change)).toEqual([id]);
    expect(await ownerOf(world(), own.token)).toMatchObject({ valid: true });
    expect(await ownerOf(world(), other.token)).toEqual(ended);
    const events = (await world().events()).map(({ event }) => event);
    expect(events).toContainEqual({ type: "sessions_ended", user_id: id });
  });

  test("a new key ends all sessions but the one in which it was asked for", async ({ expect }) => {
    const own = await browser(world(), "owner");
    const other = await browser(world(), "owner");
    await world().request(own.identity, regenerateOwnKey, {});
    expect(await ownerOf(world(), own.token)).toMatchObject({ valid: true });
    expect(await ownerOf(world(), other.token)).toEqual(ended);
    await world().call(rotateKey, { subdomain: "", email: "owner@example.com" });
    expect(await ownerOf(world(), own.token)).toEqual(ended);
  });

  test("a session of an organization that was closed and opened again has ended", async ({
    expect,
  }) => {
    const { token } = await browser(world(), "owner");
    await world().call(deactivateRealm, { subdomain: "" });
    await world().call(reactivateRealm, { subdomain: "" });
    expect(await ownerOf(world(), token)).toEqual(ended);
  });
});
