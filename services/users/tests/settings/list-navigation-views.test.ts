import { addNavigationView, listNavigationViews } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useWorld } from "../use-world.ts";

const world = useWorld();

describe("listing navigation views (docs/behaviour/organization.md#navigation-views)", () => {
  test("listing navigation views shows one's own, built-in ones without a name", async ({
    expect,
  }) => {
    const custom = { fragment: "narrow/is/dm", is_pinned: false, name: "Letters" };
    const builtIn = { fragment: "inbox", is_pinned: true };
    for (const view of [custom, builtIn]) await world().request(addNavigationView, "member", view);
    expect(await world().request(listNavigationViews, "member", {})).toMatchObject({
      navigation_views: [builtIn, custom],
    });
    const { navigation_views: views } = await world().request(listNavigationViews, "member", {});
    expect(views[0]).not.toHaveProperty("name");
    expect((await world().request(listNavigationViews, "owner", {})).navigation_views).toEqual([]);
  });
});
