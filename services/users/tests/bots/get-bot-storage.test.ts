import { getBotStorage, updateBotStorage } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useWorld } from "../use-world.ts";

const world = useWorld();

describe("what is kept for a bot (docs/behaviour/bots.md#bot-storage)", () => {
  test("a bot has nothing in its storage at first", async ({ expect }) => {
    expect(await world().request(getBotStorage, "bot", {})).toMatchObject({ storage: {} });
    const one = world().request(getBotStorage, "bot", { keys: ["a"] });
    await expect(one).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Key does not exist.",
    });
  });

  test("a bot's storage is given whole or by keys, and to nobody else", async ({ expect }) => {
    await world().request(updateBotStorage, "bot", { storage: { a: "1", b: "2" } });
    const all = { storage: { a: "1", b: "2" } };
    expect(await world().request(getBotStorage, "bot", {})).toMatchObject(all);
    expect(await world().request(getBotStorage, "bot", { keys: [] })).toMatchObject(all);
    const b = await world().request(getBotStorage, "bot", { keys: ["b", "b"] });
    expect(b.storage).toEqual({ b: "2" });
    const mixed = world().request(getBotStorage, "bot", { keys: ["a", "x"] });
    await expect(mixed).rejects.toMatchObject({ message: "Key does not exist." });
    expect((await world().request(getBotStorage, "member", {})).storage).toEqual({});
  });
});
