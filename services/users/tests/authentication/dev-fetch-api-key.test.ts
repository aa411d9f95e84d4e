import { deactivateUser, devFetchApiKey } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

describe("a key without a password (docs/behaviour/api.md#obtaining-a-key)", () => {
  const world = useWorld(() => World.create());
  const fetch = (username: string, realm = world().realm) =>
    world().request(world().anonymous(realm), devFetchApiKey, { username });

  test("a key without a password is refused for unknown and deactivated accounts", async ({
    expect,
  }) => {
    await expect(fetch("nobody@example.com")).rejects.toMatchObject({
      code: "AUTHENTICATION_FAILED",
    });
    await world().request("owner", deactivateUser, { user_id: world().people.guest.id });
    await expect(fetch("guest@example.com")).rejects.toMatchObject({ code: "USER_DEACTIVATED" });
  });

  test("a key without a password is given to people and bots", async ({ expect }) => {
    const { alice, bot } = world().people;
    expect(await fetch(alice.email)).toMatchObject({ api_key: alice.apiKey, user_id: alice.id });
    expect(await fetch(bot.email)).toMatchObject({ api_key: bot.apiKey, user_id: bot.id });
  });
});

describe("in production (docs/behaviour/api.md#obtaining-a-key)", () => {
  const world = useWorld(() => World.create({ MODE: "production" }));

  test("there is no key without a password", async ({ expect }) => {
    const given = world().request(world().anonymous(), devFetchApiKey, {
      username: "owner@example.com",
    });
    await expect(given).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Endpoint not available in production.",
    });
  });
});
