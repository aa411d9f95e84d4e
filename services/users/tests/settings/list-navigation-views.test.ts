import { addNavigationView, listNavigationViews } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("listing navigation views (docs/behaviour/organization.md#navigation-views)", () => {
  test("listing navigation views shows one's own, built-in ones without a name", async ({
    expect,
  }) => {
    const custom = { fragment: "narrow/is/dm", is_pinned: false, name: "Letters" };
    const builtIn = { fragment: "inbox", is_pinned: true };
    for (const view of [custom, builtIn]) await world().request("alice", addNavigationView, view);
    expect(await world().request("alice", listNavigationViews, {})).toMatchObject({
      navigation_views: [builtIn, custom],
    });
    const { navigation_views: views } = await world().request("alice", listNavigationViews, {});
    expect(views[0]).not.toHaveProperty("name");
    expect((await world().request("owner", listNavigationViews, {})).navigation_views).toEqual([]);
  });
});
