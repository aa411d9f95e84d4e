import { addLinkifier, listLinkifiers, removeLinkifier } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("removing a linkifier (docs/behaviour/organization.md#linkifiers)", () => {
  test("removing a linkifier is for administrators, works once, and tells everybody", async ({
    expect,
  }) => {
    const good = { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" };
    const { id } = await world().request("admin", addLinkifier, good);
    const denied = world().request("alice", removeLinkifier, { filter_id: id });
    await expect(denied).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
    await world().events();
    await world().request("admin", removeLinkifier, { filter_id: id });
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      { type: "realm_linkifiers", realm_linkifiers: [] },
    ]);
    expect((await world().request("alice", listLinkifiers, {})).linkifiers).toEqual([]);
    const again = world().request("admin", removeLinkifier, { filter_id: id });
    await expect(again).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Linkifier not found.",
    });
  });
});
