import { getBotStorage, removeBotStorage, updateBotStorage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("forgetting what is kept for a bot (docs/behaviour/bots.md#bot-storage)", () => {
  test("forgetting keys that are not there is refused, and forgets nothing", async ({ expect }) => {
    await world().request("bot", updateBotStorage, { storage: { a: "1", b: "2", c: "3" } });
    const removed = world().request("bot", removeBotStorage, { keys: ["a", "x"] });
    await expect(removed).rejects.toMatchObject({ message: "Key does not exist." });
    expect((await world().request("bot", getBotStorage, {})).storage).toHaveProperty("a");
  });

  test("forgetting takes some of what is kept for a bot, or everything", async ({ expect }) => {
    await world().request("bot", removeBotStorage, { keys: ["a"] });
    expect((await world().request("bot", getBotStorage, {})).storage).toEqual({ b: "2", c: "3" });
    await world().request("bot", removeBotStorage, {});
    expect((await world().request("bot", getBotStorage, {})).storage).toEqual({});
  });
});
