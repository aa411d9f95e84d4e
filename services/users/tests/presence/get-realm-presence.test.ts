import { addRealmUser, getRealmPresence, roles, updateOwnPresence } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { person } from "../people.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("everybody's presence (docs/behaviour/presence.md#presence-of-others)", () => {
  test("everybody's presence is the organization's own, by API address", async ({ expect }) => {
    const account = { email: "newcomer@example.com", fullName: "Nora Newcomer", password: null };
    const added = await world().call(addRealmUser, {
      realmId: world().realm.id,
      role: roles.member,
      ...account,
    });
    const newUser = person(world().realm, added, roles.member);
    await world().request(newUser.identity, updateOwnPresence, { status: "idle" });
    await world().request(world().acmeOwner.identity, updateOwnPresence, { status: "active" });
    const { presences, server_timestamp: now } = await world().request("bot", getRealmPresence, {});
    expect(now).toBeGreaterThan(Date.now() / 1000 - 60);
    const idle = { client: "website", status: "idle", timestamp: expect.any(Number) };
    // Joined a moment ago, which counts as having been active then.
    const active = { ...idle, status: "active" };
    expect(presences).toEqual({
      [newUser.email]: { aggregated: active, website: { ...active, pushable: false } },
    });
  });
});
