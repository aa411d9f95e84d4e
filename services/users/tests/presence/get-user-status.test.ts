import {
  getUserStatus,
  parseSections,
  registerOperations,
  updateOwnStatus,
} from "@team-chat/contract";
import { describe, test } from "vitest";

import { useWorld } from "../use-world.ts";

const world = useWorld();

describe("the status of a user (docs/behaviour/presence.md#status)", () => {
  test("the statuses of users of other organizations do not exist", async ({ expect }) => {
    await expect(
      world().request(getUserStatus, "member", { user_id: world().acmeOwner.id }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such user" });
  });

  test("the status of a user is empty at first, and then in the initial data of everybody", async ({
    expect,
  }) => {
    const { member, guest } = world().people;
    const before = await world().request(getUserStatus, "guest", { user_id: member.id });
    expect(before.status).toEqual({});
    await world().request(updateOwnStatus, "member", { status_text: "Busy" });
    const after = await world().request(getUserStatus, "guest", { user_id: member.id });
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
