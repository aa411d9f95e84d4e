import { getBotStorage, removeBotStorage, updateBotStorage } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useWorld } from "../use-world.ts";

const world = useWorld();

describe("forgetting what is kept for a bot (docs/behaviour/bots.md#bot-storage)", () => {
  test("forgetting keys that are not there is refused, and forgets nothing", async ({ expect }) => {
    await world().request(updateBotStorage, "bot", { storage: { a: "1", b: "2", c: "3" } });
    const removed = world().request(removeBotStorage, "bot", { keys: ["a", "x"] });
    await expect(removed).rejects.toMatchObject({ message: "Key does not exist." });
    expect((await world().request(getBotStorage, "bot", {})).storage).toHaveProperty("a");
  });

  test("forgetting takes some of what is kept for a bot, or everything", async ({ expect }) => {
    await world().request(removeBotStorage, "bot", { keys: ["a"] });
    expect((await world().request(getBotStorage, "bot", {})).storage).toEqual({ b: "2", c: "3" });
    await world().request(removeBotStorage, "bot", {});
    expect((await world().request(getBotStorage, "bot", {})).storage).toEqual({});
  });
});
