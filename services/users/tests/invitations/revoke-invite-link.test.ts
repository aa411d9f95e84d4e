import {
  acceptInvite,
  createInviteLink,
  listInvites,
  revokeInvite,
  revokeInviteLink,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { World } from "../world.ts";
import { keyOf } from "./invitations.ts";

const world = useWorld(() => World.create());

describe("revoking an invitation link (docs/behaviour/invitations.md#revoking-and-resending)", () => {
  test("revoking an invitation link ends its use", async ({ expect }) => {
    const { invite_link: link } = await world().request("admin", createInviteLink, {});
    const [invitation] = (await world().request("admin", listInvites, {})).invites;
    const wanted = { invite_id: invitation?.id ?? 0 };
    for (const refused of [
      () => world().request("admin", revokeInvite, wanted),
      () => world().request("alice", revokeInviteLink, wanted),
      () => world().request("admin", revokeInviteLink, { invite_id: 999_999 }),
    ])
      await expect(refused()).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "No such invitation",
      });
    await world().request("owner", revokeInviteLink, wanted);
    expect((await world().request("admin", listInvites, {})).invites).toEqual([]);
    await expect(
      world().request(world().anonymous(), acceptInvite, {
        key: keyOf(link),
        full_name: "New Person",
        password,
        email: "new@example.com",
      }),
    ).rejects.toMatchObject({ message: "The invitation does not exist or has expired." });
  });

  test("revoking an invitation link is for owners alone when it makes owners", async ({
    expect,
  }) => {
    await world().request("owner", createInviteLink, { invite_as: 100 });
    const { invites } = await world().request("owner", listInvites, {});
    const wanted = { invite_id: invites[0]?.id ?? 0 };
    await expect(world().request("admin", revokeInviteLink, wanted)).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
    expect((await world().request("owner", listInvites, {})).invites).toEqual(invites);
    await world().request("owner", revokeInviteLink, wanted);
    expect((await world().request("owner", listInvites, {})).invites).toEqual([]);
  });
});
