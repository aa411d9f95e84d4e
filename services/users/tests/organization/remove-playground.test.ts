import {
  addPlayground,
  parseSections,
  registerOperations,
  removePlayground,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("removing a playground (docs/behaviour/organization.md#playgrounds)", () => {
  test("removing a playground is refused to all but administrators, and for unknown ones", async ({
    expect,
  }) => {
    const params = {
      name: "Try",
      pygments_language: "Go",
      url_template: "https://go.example/{code}",
    };
    const { id: playground_id } = await world().request("admin", addPlayground, params);
    const byMember = world().request("alice", removePlayground, { playground_id });
    await expect(byMember).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
    const unknown = world().request("admin", removePlayground, { playground_id: 4711 });
    await expect(unknown).rejects.toMatchObject({ message: "Invalid playground" });
    await world().events();
    await world().request("owner", removePlayground, { playground_id });
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      { type: "realm_playgrounds", realm_playgrounds: [] },
    ]);
  });

  test("removing a playground takes it out of the initial data", async ({ expect }) => {
    const request = {
      fetch: ["realm_playgrounds"],
      clientGravatar: false,
      includeSubscribers: "false" as const,
      slimPresence: true,
      presenceHistoryLimitDays: 0,
      capabilities: {},
    };
    const { identity } = world().people.alice;
    const part = await world().call(registerOperations.users, request, identity);
    expect(parseSections(part)["realm_playgrounds"]).toEqual([]);
  });
});
