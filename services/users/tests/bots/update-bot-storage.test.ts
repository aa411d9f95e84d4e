import { getBotStorage, maxBotStorage, updateBotStorage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());
const keep = (storage: Record<string, string>) =>
  world().request("bot", updateBotStorage, { storage });

describe("keeping something for a bot (docs/behaviour/bots.md#bot-storage)", () => {
  test("keeping something for a bot replaces what has the same key and leaves the rest", async ({
    expect,
  }) => {
    await keep({ a: "1", b: "2" });
    await keep({ b: "3", c: "" });
    await keep({});
    expect((await world().request("bot", getBotStorage, {})).storage).toEqual({
      a: "1",
      b: "3",
      c: "",
    });
  });

  test("keeping something for a bot is refused beyond ten million characters, replaced values not counted", async ({
    expect,
  }) => {
    await keep({ a: "", b: "", c: "" });
    const piece = 900_000;
    for (let index = 0; index < 11; index += 1) await keep({ [`p${index}`]: "x".repeat(piece) });
    // Characters outside the basic plane count once.
    const rest =
      maxBotStorage - 3 - 11 * piece - "p0".length * 10 - "p10".length - "big".length - 2;
    await keep({ big: `😀😀${"x".repeat(rest)}` });
    await keep({ big: `yy${"x".repeat(rest)}` });
    await expect(keep({ a: "12345" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Request exceeds storage limit by 5 characters. The limit is 10000000 characters.",
    });
    const { storage } = await world().request("bot", getBotStorage, { keys: ["a"] });
    expect(storage).toEqual({ a: "" });
    await expect(keep({ a: "\0" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
