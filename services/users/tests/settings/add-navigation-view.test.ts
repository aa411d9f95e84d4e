import { addNavigationView } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("adding a navigation view (docs/behaviour/organization.md#navigation-views)", () => {
  test.for([
    [{ fragment: " ", name: "Blank" }, "fragment cannot be blank"],
    [{ fragment: "inbox", name: "Mine" }, "Built-in views cannot have a custom name."],
    [{ fragment: "narrow/is/dm" }, "Custom views must have a valid name."],
    [{ fragment: "narrow/is/dm", name: null }, "Custom views must have a valid name."],
    [{ fragment: "narrow/is/dm", name: " " }, "name cannot be blank"],
    [{ fragment: "x".repeat(501), name: "Long" }, "fragment is too long (limit: 500 characters)"],
  ] as const)("adding a navigation view refuses %o", async ([view, message], { expect }) => {
    const given = world().request("alice", addNavigationView, { is_pinned: true, ...view });
    await expect(given).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("adding a navigation view refuses a second one with the same fragment or name, of the same user", async ({
    expect,
  }) => {
    const view = { fragment: "narrow/is/dm", is_pinned: true, name: "Letters" };
    await world().request("alice", addNavigationView, view);
    for (const second of [
      { ...view, name: "Other" },
      { ...view, fragment: "narrow/is/alerted" },
    ])
      await expect(world().request("alice", addNavigationView, second)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Navigation view already exists.",
      });
    await world().request("owner", addNavigationView, view);
  });

  test("adding a navigation view tells the user only", async ({ expect }) => {
    await world().events();
    await world().request("alice", addNavigationView, { fragment: "feed", is_pinned: false });
    const events = await world().events();
    expect(eventsFor(world().people.alice.id, events)).toEqual([
      {
        type: "navigation_view",
        op: "add",
        navigation_view: { fragment: "feed", is_pinned: false },
      },
    ]);
    expect(eventsFor(world().people.owner.id, events)).toEqual([]);
  });
});
