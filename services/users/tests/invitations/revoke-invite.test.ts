import { listInvites, revokeInvite, sendInvites } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { invite } from "./invitations.ts";

const world = useWorld(() => World.create());

describe("revoking an invitation (docs/behaviour/invitations.md#revoking-and-resending)", () => {
  test("revoking an invitation is for administrators and the one who invited; owners invite owners", async ({
    expect,
  }) => {
    const { id } = await invite(world(), "alice", "one@example.com");
    for (const [name, wanted] of [
      ["moderator", id],
      ["owner", 999_999],
    ] as const)
      await expect(
        world().request(name, revokeInvite, { invite_id: wanted }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such invitation" });
    await expect(
      world().request(world().acmeOwner.identity, revokeInvite, { invite_id: id }),
    ).rejects.toMatchObject({ message: "No such invitation" });
    const boss = { invitee_emails: "boss@example.com", invite_as: 100 };
    await world().request("owner", sendInvites, boss);
    const { invites } = await world().request("owner", listInvites, {});
    await expect(
      world().request("admin", revokeInvite, { invite_id: invites[1]?.id ?? 0 }),
    ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
    expect(invites).toHaveLength(2);
    await world().events();
    await world().request("alice", revokeInvite, { invite_id: id });
    const events = await world().events();
    for (const name of ["admin", "alice"] as const)
      expect(eventsFor(world().people[name].id, events)).toEqual([{ type: "invites_changed" }]);
    const left = await world().request("owner", listInvites, {});
    expect(left.invites.map(({ email }) => email)).toEqual(["boss@example.com"]);
  });
});
