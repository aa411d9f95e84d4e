import { getRealmPresence, updateOwnPresence } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useWorld } from "../use-world.ts";

const world = useWorld();

describe("everybody's presence (docs/behaviour/presence.md#presence-of-others)", () => {
  test("everybody's presence is the organization's own, by API address", async ({ expect }) => {
    const { member } = world().people;
    await world().request(updateOwnPresence, "member", { status: "idle" });
    await world().request(updateOwnPresence, world().acmeOwner.identity, { status: "active" });
    const { presences, server_timestamp: now } = await world().request(getRealmPresence, "bot", {});
    expect(now).toBeGreaterThan(Date.now() / 1000 - 60);
    const idle = { client: "website", status: "idle", timestamp: expect.any(Number) };
    // Joined a moment ago, which counts as having been active then.
    const active = { ...idle, status: "active" };
    expect(presences).toEqual({
      [member.email]: { aggregated: active, website: { ...active, pushable: false } },
    });
  });
});
