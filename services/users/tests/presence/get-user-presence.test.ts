import { getUserPresence, updateOwnPresence } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());
const get = (who: string) => world().request("guest", getUserPresence, { user_id_or_email: who });

describe("somebody's presence (docs/behaviour/presence.md#presence-of-others)", () => {
  test("somebody's presence is refused for bots, strangers and people never seen", async ({
    expect,
  }) => {
    const { bot, alice } = world().people;
    for (const [who, message] of [
      [bot.email, "Presence is not supported for bot users."],
      [String(bot.id), "Presence is not supported for bot users."],
      [String(world().acmeOwner.id), "No such user"],
      ["nobody@example.com", "No such user"],
      [alice.email, `No presence data for ${alice.email}`],
    ] as const)
      await expect(get(who), who).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("somebody's presence is found by id and by address", async ({ expect }) => {
    const { alice } = world().people;
    await world().request("alice", updateOwnPresence, { status: "active" });
    const part = { status: "active", timestamp: expect.any(Number) };
    for (const who of [alice.email, alice.email.toUpperCase(), String(alice.id)])
      expect((await get(who)).presence).toEqual({ aggregated: part, website: part });
  });
});
