import { muteUser, parseSections, registerOperations } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("muting a user (docs/behaviour/users.md#muting-users)", () => {
  test("muting a user refuses oneself and users of other organizations", async ({ expect }) => {
    for (const [id, message] of [
      [world().people.alice.id, "Cannot mute self"],
      [world().acmeOwner.id, "No such user"],
    ] as const)
      await expect(world().request("alice", muteUser, { muted_user_id: id })).rejects.toMatchObject(
        { code: "BAD_REQUEST", message },
      );
  });

  test("muting a user tells the user only, is in the initial data, and is refused a second time", async ({
    expect,
  }) => {
    const { alice, guest } = world().people;
    await world().events();
    await world().request("alice", muteUser, { muted_user_id: guest.id });
    const events = await world().events();
    const muted = [{ id: guest.id, timestamp: expect.any(Number) }];
    expect(eventsFor(alice.id, events)).toEqual([{ type: "muted_users", muted_users: muted }]);
    expect(eventsFor(guest.id, events)).toEqual([]);
    const input = {
      fetch: ["muted_users", "alert_words"],
      clientGravatar: false,
      includeSubscribers: "false" as const,
      slimPresence: true,
      presenceHistoryLimitDays: 14,
      capabilities: {},
    };
    const part = await world().call(registerOperations.users, input, alice.identity);
    expect(parseSections(part)).toMatchObject({ muted_users: muted, alert_words: [] });
    await expect(
      world().request("alice", muteUser, { muted_user_id: guest.id }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "User already muted" });
  });
});
