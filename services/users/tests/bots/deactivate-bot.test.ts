import { checkApiKey, deactivateBot, reactivateUser } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("deactivating a bot (docs/behaviour/bots.md#deactivating-bots)", () => {
  test("deactivating a bot is refused to all but its owner and administrators", async ({
    expect,
  }) => {
    const { bot, alice } = world().people;
    for (const [name, bot_id, message] of [
      ["moderator", bot.id, "Insufficient permission"],
      ["guest", bot.id, "Not allowed for guest users"],
      ["owner", alice.id, "No such bot"],
    ] as const)
      await expect(world().request(name, deactivateBot, { bot_id }), message).rejects.toMatchObject(
        { code: "BAD_REQUEST", message },
      );
  });

  test("deactivating a bot ends its key at once and is told; doing so again changes nothing", async ({
    expect,
  }) => {
    const { bot, alice, owner } = world().people;
    await world().events();
    await world().request("alice", deactivateBot, { bot_id: bot.id });
    await world().request("alice", deactivateBot, { bot_id: bot.id });
    const input = { realmId: world().realm.id, email: bot.email, apiKey: bot.apiKey };
    expect(await world().call(checkApiKey, input)).toEqual({
      valid: false,
      reason: "user_deactivated",
    });
    const events = await world().events();
    for (const { id } of [alice, owner])
      expect(eventsFor(id, events).slice(-2)).toEqual([
        { type: "realm_user", op: "update", person: { user_id: bot.id, is_active: false } },
        { type: "realm_bot", op: "update", bot: { user_id: bot.id, is_active: false } },
      ]);
    await world().request("alice", reactivateUser, { user_id: bot.id });
    expect(await world().call(checkApiKey, input)).toEqual({ valid: false, reason: "unknown" });
  });
});
