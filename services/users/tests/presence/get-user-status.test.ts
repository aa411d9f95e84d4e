import {
  getUserStatus,
  parseSections,
  registerOperations,
  updateOwnStatus,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("the status of a user (docs/behaviour/presence.md#status)", () => {
  test("the statuses of users of other organizations do not exist", async ({ expect }) => {
    await expect(
      world().request("alice", getUserStatus, { user_id: world().acmeOwner.id }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such user" });
  });

  test("the status of a user is empty at first, and then in the initial data of everybody", async ({
    expect,
  }) => {
    const { alice, guest } = world().people;
    const before = await world().request("guest", getUserStatus, { user_id: alice.id });
    expect(before.status).toEqual({});
    await world().request("alice", updateOwnStatus, { status_text: "Busy" });
    const after = await world().request("guest", getUserStatus, { user_id: alice.id });
    expect(after.status).toEqual({ status_text: "Busy" });
    const request = {
      fetch: ["user_status"],
      clientGravatar: false,
      includeSubscribers: "false",
      slimPresence: true,
      presenceHistoryLimitDays: 14,
      capabilities: {},
    } as const;
    const input = { ...request, fetch: [...request.fetch] };
    const part = await world().call(registerOperations.users, input, guest.identity);
    expect(parseSections(part)).toEqual({
      user_status: { [alice.id]: { status_text: "Busy" } },
    });
  });
});
