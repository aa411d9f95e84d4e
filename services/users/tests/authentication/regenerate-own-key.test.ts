import { checkApiKey, regenerateOwnKey } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

function check(name: Name, apiKey: string) {
  const { email } = world().people[name];
  return world().call(checkApiKey, { realmId: world().realm.id, email, apiKey });
}

describe("a new key (docs/behaviour/api.md#obtaining-a-key)", () => {
  test("a new key is refused to those without credentials", async ({ expect }) => {
    const given = world().request(world().anonymous(), regenerateOwnKey, {});
    await expect(given).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("a new key replaces the old one at once, and no client is told", async ({ expect }) => {
    await world().events();
    const { alice } = world().people;
    const { api_key: key } = await world().request("alice", regenerateOwnKey, {});
    expect(key).toMatch(/^[a-zA-Z\d]{32}$/);
    expect(await check("alice", alice.apiKey)).toMatchObject({ valid: false });
    expect(await check("alice", key)).toMatchObject({ valid: true });
    const events = await world().events();
    expect(events.map(({ event }) => event)).toEqual([
      { type: "api_key_replaced", user_id: alice.id },
    ]);
    for (const { id } of Object.values(world().people)) expect(eventsFor(id, events)).toEqual([]);
  });

  test("a new key of a bot is told to those who manage it", async ({ expect }) => {
    const { api_key: key } = await world().request("bot", regenerateOwnKey, {});
    const { bot, alice, guest } = world().people;
    const events = await world().events();
    const announced = { type: "realm_bot", op: "update", bot: { user_id: bot.id, api_key: key } };
    expect(eventsFor(alice.id, events)).toEqual([announced]);
    expect(eventsFor(guest.id, events)).toEqual([]);
  });
});
