import { checkApiKey, regenerateBotApiKey } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("a bot's key (docs/behaviour/bots.md#keys-of-bots)", () => {
  test("a new key for a bot is refused to all but its owner and administrators", async ({
    expect,
  }) => {
    const { bot, owner } = world().people;
    for (const [name, bot_id, message] of [
      ["moderator", bot.id, "Insufficient permission"],
      ["guest", bot.id, "Not allowed for guest users"],
      ["bot", bot.id, "This endpoint does not accept bot requests."],
      ["admin", owner.id, "No such bot"],
    ] as const)
      await expect(
        world().request(name, regenerateBotApiKey, { bot_id }),
        message,
      ).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
  });

  test("a bot's new key replaces the old one at once, and those who manage the bot are told", async ({
    expect,
  }) => {
    const { bot, alice, admin, moderator } = world().people;
    await world().events();
    const { api_key } = await world().request("alice", regenerateBotApiKey, { bot_id: bot.id });
    const check = (apiKey: string) =>
      world().call(checkApiKey, { realmId: world().realm.id, email: bot.email, apiKey });
    expect(await check(bot.apiKey)).toMatchObject({ valid: false });
    expect(await check(api_key)).toMatchObject({ valid: true, userId: bot.id });
    const events = await world().events();
    for (const { id } of [alice, admin])
      expect(eventsFor(id, events)).toEqual([
        { type: "realm_bot", op: "update", bot: { user_id: bot.id, api_key } },
      ]);
    expect(eventsFor(moderator.id, events)).toEqual([]);
  });
});
