import { checkApiKey, deactivateUser } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import { operator, World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world[Symbol.asyncDispose]());

function check(email: string, apiKey: string, realmId = world.realm.id) {
  return world.users.call(checkApiKey, operator, { realmId, email, apiKey }, { realmId });
}

describe("a key", () => {
  test("is refused when nobody has it or somebody else has it", async ({ expect }) => {
    const { member, owner } = world.people;
    for (const given of [check(member.email, "x".repeat(32)), check(owner.email, member.apiKey)])
      expect(await given).toEqual({ valid: false, reason: "unknown" });
  });

  test("of another organization is told apart when the address is right", async ({ expect }) => {
    const { email, apiKey } = world.acmeOwner;
    expect(await check(email, apiKey)).toEqual({ valid: false, reason: "other_realm" });
    expect(await check("owner@example.com", apiKey)).toEqual({ valid: false, reason: "unknown" });
  });

  test("lets its owner in, the address in any case", async ({ expect }) => {
    const { member, bot } = world.people;
    expect(await check(" MEMBER@example.com", member.apiKey)).toEqual({
      valid: true,
      userId: member.id,
      role: 400,
      isBot: false,
      isIncomingWebhook: false,
      rateLimits: "",
    });
    expect(await check(bot.email, bot.apiKey)).toMatchObject({ userId: bot.id, isBot: true });
  });

  test("of a deactivated account is refused as such", async ({ expect }) => {
    const { admin, guest } = world.people;
    await world.users.request(
      deactivateUser,
      admin.identity,
      { user_id: guest.id },
      { realmId: world.realm.id },
    );
    expect(await check(guest.email, guest.apiKey)).toEqual({
      valid: false,
      reason: "user_deactivated",
    });
  });
});
