import { addNavigationView, deleteNavigationView, listNavigationViews } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("deleting a navigation view (docs/behaviour/organization.md#navigation-views)", () => {
  test("deleting a navigation view takes it away once, from its owner only, who is told", async ({
    expect,
  }) => {
    const fragment = "narrow/is/starred";
    await world().request("alice", addNavigationView, { fragment, is_pinned: true });
    const gone = { code: "NOT_FOUND", message: "Navigation view does not exist." };
    const others = world().request("owner", deleteNavigationView, { fragment });
    await expect(others).rejects.toMatchObject(gone);
    await world().events();
    await world().request("alice", deleteNavigationView, { fragment });
    const events = await world().events();
    expect(eventsFor(world().people.alice.id, events)).toEqual([
      { type: "navigation_view", op: "remove", fragment },
    ]);
    expect(eventsFor(world().people.owner.id, events)).toEqual([]);
    expect((await world().request("alice", listNavigationViews, {})).navigation_views).toEqual([]);
    const again = world().request("alice", deleteNavigationView, { fragment });
    await expect(again).rejects.toMatchObject(gone);
  });
});
