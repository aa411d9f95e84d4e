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
      world().request("member", getUserStatus, { user_id: world().acmeOwner.id }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such user" });
  });

  test("the status of a user is empty at first, and then in the initial data of everybody", async ({
    expect,
  }) => {
    const { member, guest } = world().people;
    const before = await world().request("guest", getUserStatus, { user_id: member.id });
    expect(before.status).toEqual({});
    await world().request("member", updateOwnStatus, { status_text: "Busy" });
    const after = await world().request("guest", getUserStatus, { user_id: member.id });
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
      user_status: { [member.id]: { status_text: "Busy" } },
    });
  });
});
