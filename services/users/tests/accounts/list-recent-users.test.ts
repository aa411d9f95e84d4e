import { listRecentUsers, updateOwnPresence } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("users who were recently there (docs/behaviour/presence.md#presence-of-others)", () => {
  test("recent users are those of the organization who were connected since the moment", async ({
    expect,
  }) => {
    const { alice } = world().people;
    await world().request("alice", updateOwnPresence, { status: "idle" });
    await world().request(world().acmeOwner.identity, updateOwnPresence, { status: "active" });
    const now = Math.floor(Date.now() / 1000);
    const ask = (since: number) =>
      world().call(listRecentUsers, { realmId: alice.identity.realm.id, since });
    expect(await ask(now - 60)).toEqual({ userIds: [alice.identity.userId] });
    expect(await ask(now + 60)).toEqual({ userIds: [] });
  });

  test("an idle user is connected and not active", async ({ expect, onTestFinished }) => {
    const { alice } = world().people;
    onTestFinished(() => {
      world().clock.aheadMs = 0;
    });
    world().clock.aheadMs = 600_000;
    await world().request("alice", updateOwnPresence, { status: "idle" });
    const since = Math.floor(Date.now() / 1000) + 500;
    const ask = () =>
      world().call(listRecentUsers, {
        realmId: alice.identity.realm.id,
        since,
        onlyActive: true,
      });
    expect(await ask()).toEqual({ userIds: [] });
    await world().request("alice", updateOwnPresence, { status: "active" });
    expect(await ask()).toEqual({ userIds: [alice.identity.userId] });
  });
});
