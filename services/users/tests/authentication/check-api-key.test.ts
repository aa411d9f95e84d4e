import { checkApiKey, deactivateRealm, deactivateUser } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

function check(email: string, apiKey: string, realmId = world().realm.id) {
  return world().call(checkApiKey, { realmId, email, apiKey });
}

describe("a key (docs/behaviour/api.md#authentication)", () => {
  test("a key is refused when nobody has it or somebody else has it", async ({ expect }) => {
    const { alice, owner } = world().people;
    for (const given of [check(alice.email, "x".repeat(32)), check(owner.email, alice.apiKey)])
      expect(await given).toEqual({ valid: false, reason: "unknown" });
  });

  test("a key of another organization is told apart when the address is right", async ({
    expect,
  }) => {
    const { email, apiKey } = world().acmeOwner;
    expect(await check(email, apiKey)).toEqual({ valid: false, reason: "other_realm" });
    expect(await check("owner@example.com", apiKey)).toEqual({ valid: false, reason: "unknown" });
  });

  test("a key lets its owner in, with the address in any case", async ({ expect }) => {
    const { alice, bot } = world().people;
    expect(await check(" ALICE@example.com", alice.apiKey)).toEqual({
      valid: true,
      userId: alice.id,
      role: 400,
      isBot: false,
      isIncomingWebhook: false,
      rateLimits: "",
    });
    expect(await check(bot.email, bot.apiKey)).toMatchObject({ userId: bot.id, isBot: true });
  });

  test("a key of a deactivated account or organization is refused as such", async ({ expect }) => {
    const { guest } = world().people;
    await world().request("admin", deactivateUser, { user_id: guest.id });
    const reason = "user_deactivated";
    expect(await check(guest.email, guest.apiKey)).toEqual({ valid: false, reason });
    await world().call(deactivateRealm, { subdomain: "acme" });
    const { email, apiKey } = world().acmeOwner;
    const closed = { valid: false, reason: "realm_deactivated" };
    expect(await check(email, apiKey, world().acme.id)).toEqual(closed);
  });
});
