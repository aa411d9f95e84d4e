import { addNavigationView, listNavigationViews, updateNavigationView } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const custom = { fragment: "narrow/topic/a%2Fb", is_pinned: true, name: "Topic" };

beforeAll(async () => {
  await world().request("alice", addNavigationView, custom);
  await world().request("alice", addNavigationView, { fragment: "inbox", is_pinned: true });
  const other = { fragment: "narrow/is/dm", is_pinned: true, name: "Letters" };
  await world().request("alice", addNavigationView, other);
});

describe("changing a navigation view (docs/behaviour/organization.md#navigation-views)", () => {
  test("a navigation view that the user does not have is refused with 404", async ({ expect }) => {
    const given = { fragment: custom.fragment, is_pinned: false };
    await expect(world().request("owner", updateNavigationView, given)).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "Navigation view does not exist.",
    });
  });

  test.for([
    [{ fragment: "inbox", name: "Mine" }, "Built-in views cannot have a custom name."],
    [{ fragment: custom.fragment, name: " " }, "name cannot be blank"],
    [{ fragment: custom.fragment, name: "Letters" }, "Navigation view already exists."],
  ] as const)("changing a navigation view refuses %o", async ([given, message], { expect }) => {
    await expect(world().request("alice", updateNavigationView, given)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message,
    });
  });

  test("a navigation view is found by a fragment with slashes and percent signs, and told as passed", async ({
    expect,
  }) => {
    await world().events();
    const { fragment } = custom;
    await world().request("alice", updateNavigationView, { fragment, is_pinned: false });
    await world().request("alice", updateNavigationView, { fragment, name: "Renamed" });
    const events = await world().events();
    expect(eventsFor(world().people.alice.id, events)).toEqual([
      { type: "navigation_view", op: "update", fragment, data: { is_pinned: false } },
      { type: "navigation_view", op: "update", fragment, data: { name: "Renamed" } },
    ]);
    expect(eventsFor(world().people.owner.id, events)).toEqual([]);
    const { navigation_views: views } = await world().request("alice", listNavigationViews, {});
    expect(views).toContainEqual({ fragment, is_pinned: false, name: "Renamed" });
    await world().request("alice", updateNavigationView, { fragment, is_pinned: true });
    expect(eventsFor(world().people.alice.id, await world().events())).toEqual([
      { type: "navigation_view", op: "update", fragment, data: { is_pinned: true } },
    ]);
    const again = await world().request("alice", listNavigationViews, {});
    expect(again.navigation_views).toContainEqual({ fragment, is_pinned: true, name: "Renamed" });
  });
});
