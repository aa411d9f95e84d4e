import { getBotStorage, updateBotStorage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("what is kept for a bot (docs/behaviour/bots.md#bot-storage)", () => {
  test("a bot has nothing in its storage at first", async ({ expect }) => {
    expect(await world().request("bot", getBotStorage, {})).toMatchObject({ storage: {} });
    const one = world().request("bot", getBotStorage, { keys: ["a"] });
    await expect(one).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Key does not exist.",
    });
  });

  test("a bot's storage is given whole or by keys, and to nobody else", async ({ expect }) => {
    await world().request("bot", updateBotStorage, { storage: { a: "1", b: "2" } });
    const all = { storage: { a: "1", b: "2" } };
    expect(await world().request("bot", getBotStorage, {})).toMatchObject(all);
    expect(await world().request("bot", getBotStorage, { keys: [] })).toMatchObject(all);
    const b = await world().request("bot", getBotStorage, { keys: ["b", "b"] });
    expect(b.storage).toEqual({ b: "2" });
    const mixed = world().request("bot", getBotStorage, { keys: ["a", "x"] });
    await expect(mixed).rejects.toMatchObject({ message: "Key does not exist." });
    expect((await world().request("alice", getBotStorage, {})).storage).toEqual({});
  });
});
