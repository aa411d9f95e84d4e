import { endOtherSessions } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { browser, ownerOf } from "./browsers.ts";

const world = useWorld(() => World.create());
const ended = { valid: false };

describe("ending all other sessions (docs/behaviour/sessions.md#own-sessions)", () => {
  test("ending all other sessions is refused to bots", async ({ expect }) => {
    await expect(world().request("bot", endOtherSessions, {})).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
  });

  test("ending all others keeps the current session, and all of others; without any nothing happens", async ({
    expect,
  }) => {
    const own = await browser(world(), "alice");
    const other = await browser(world(), "alice");
    const owners = await browser(world(), "owner");
    await world().request(own.identity, endOtherSessions, {});
    expect(await ownerOf(world(), other.token)).toEqual(ended);
    for (const { token } of [own, owners])
      expect(await ownerOf(world(), token)).toMatchObject({ valid: true });
    await world().events();
    await world().request(own.identity, endOtherSessions, {});
    expect(await world().events()).toEqual([]);
  });
});
