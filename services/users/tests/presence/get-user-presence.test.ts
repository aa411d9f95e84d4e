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
    const { bot, member } = world().people;
    for (const [who, message] of [
      [bot.email, "Presence is not supported for bot users."],
      [String(bot.id), "Presence is not supported for bot users."],
      [String(world().acmeOwner.id), "No such user"],
      ["nobody@example.com", "No such user"],
      [member.email, `No presence data for ${member.email}`],
    ] as const)
      await expect(get(who), who).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("somebody's presence is found by id and by address", async ({ expect }) => {
    const { member } = world().people;
    await world().request("member", updateOwnPresence, { status: "active" });
    const part = { status: "active", timestamp: expect.any(Number) };
    for (const who of [member.email, member.email.toUpperCase(), String(member.id)])
      expect((await get(who)).presence).toEqual({ aggregated: part, website: part });
  });
});
