import {
  checkApiKey,
  getSecondFactors,
  removeAuthenticatorApp,
  updateRealm,
  updateUser,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { afterEach, describe, test } from "vitest";

import { type Name, password } from "../people.ts";
import { browser, ownerOf } from "../sessions/browsers.ts";
import { World } from "../world.ts";
import { Factors } from "./factors.ts";

const world = useWorld(() => World.create());
const factors = new Factors(world);
const dayMs = 24 * 3600 * 1000;

const require = (settings: object) => world().request("owner", updateRealm, settings);

function checkKey(name: Name) {
  const { apiKey, email } = world().people[name];
  return world().call(checkApiKey, { realmId: world().realm.id, email, apiKey });
}

afterEach(async () => {
  world().clock.aheadMs = 0;
  await require({ second_factor_required_for: "nobody", second_factor_grace_days: 14 });
});

const overdue = { valid: false, lacksFactor: true };

describe("a second factor that is required (docs/behaviour/second-factors.md#required)", () => {
  test("owners require it, for at most a year of grace", async ({ expect }) => {
    for (const setting of [
      { second_factor_required_for: "everybody" },
      { second_factor_grace_days: 1 },
      { second_factor_after_single_sign_on: true },
    ])
      await expect(world().request("admin", updateRealm, setting)).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
      });
    await expect(require({ second_factor_grace_days: 366 })).rejects.toMatchObject({
      message: "second_factor_grace_days is too large",
    });
  });

  test("keys and sessions of people work until the deadline and then say why not; bots' keys work on", async ({
    expect,
  }) => {
    const { token } = await browser(world(), "alice");
    await require({ second_factor_required_for: "everybody", second_factor_grace_days: 3 });
    const known = await checkKey("alice");
    const left = known.valid ? (known.validForMs ?? 0) : 0;
    expect(Math.abs(left - 3 * dayMs)).toBeLessThan(60_000);
    const seen = await ownerOf(world(), token);
    expect(seen.valid && (seen.validForMs ?? 0) > 0).toBe(true);
    world().clock.aheadMs += 3 * dayMs;
    expect(await checkKey("alice")).toMatchObject(overdue);
    expect(await ownerOf(world(), token)).toMatchObject(overdue);
    expect(await checkKey("bot")).toMatchObject({ valid: true });
    const mine = { realmId: world().realm.id, token };
    expect(await world().call(getSecondFactors, mine)).toMatchObject({
      isOverdue: true,
      mayChange: true,
    });
    await using app = await factors.setUp("alice");
    expect(await checkKey("alice")).toMatchObject({ valid: true });
    expect(await ownerOf(world(), token)).toMatchObject({ valid: true });
    const own = { realmId: world().realm.id, token: app.session };
    await world().call(removeAuthenticatorApp, { ...own, password });
    expect(await checkKey("alice")).toMatchObject(overdue);
  });

  test("a factor that only administrators need is required of others as soon as they become one", async ({
    expect,
  }) => {
    await require({ second_factor_required_for: "administrators", second_factor_grace_days: 0 });
    expect(await checkKey("admin")).toMatchObject(overdue);
    expect(await checkKey("alice")).toMatchObject({ valid: true });
    await using _ = await factors.setUp("owner");
    const { id: user_id } = world().people.alice;
    await world().request("owner", updateUser, { user_id, role: 200 });
    expect(await checkKey("alice")).toMatchObject(overdue);
    await world().request("owner", updateUser, { user_id, role: 400 });
    expect(await checkKey("alice")).toMatchObject({ valid: true });
  });

  test("a log-in of somebody who lacks it begins a session, and says so", async ({ expect }) => {
    expect(await factors.begin("alice")).toMatchObject({ isHalf: false, lacksFactor: false });
    await require({ second_factor_required_for: "everybody" });
    expect(await factors.begin("alice")).toMatchObject({ isHalf: false, lacksFactor: true });
  });

  test("gateways forget whom they know when what is required changes, and when somebody is without", async ({
    expect,
  }) => {
    const row = sql.unsafe`select auth_version, auth_reset from realm_version where realm_id = ${world().realm.id}`;
    const versions = async () => JSON.stringify(await world().database.one(row));
    const before = await versions();
    await require({ second_factor_required_for: "everybody" });
    const after = await versions();
    expect(after).not.toBe(before);
    await using app = await factors.setUp("alice");
    const own = { realmId: world().realm.id, token: app.session };
    await world().call(removeAuthenticatorApp, { ...own, password });
    expect(await versions()).not.toBe(after);
  });
});
