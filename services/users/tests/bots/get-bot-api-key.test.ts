import { getBotApiKey } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("a bot's key (docs/behaviour/bots.md#keys-of-bots)", () => {
  test("a bot's key is refused to all but its owner and administrators", async ({ expect }) => {
    const { bot, owner } = world().people;
    for (const [name, bot_id, message] of [
      ["moderator", bot.id, "Insufficient permission"],
      ["guest", bot.id, "Not allowed for guest users"],
      ["bot", bot.id, "This endpoint does not accept bot requests."],
      ["admin", owner.id, "No such bot"],
    ] as const)
      await expect(world().request(name, getBotApiKey, { bot_id }), message).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
  });

  test("a bot's key is given to its owner and administrators", async ({ expect }) => {
    const { bot } = world().people;
    for (const name of ["alice", "admin"] as const)
      expect(await world().request(name, getBotApiKey, { bot_id: bot.id })).toMatchObject({
        api_key: bot.apiKey,
      });
  });
});
