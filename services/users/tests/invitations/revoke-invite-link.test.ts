import {
  acceptInvite,
  createInviteLink,
  listInvites,
  revokeInvite,
  revokeInviteLink,
} from "@team-chat/contract";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { useWorld } from "../use-world.ts";
import { keyOf } from "./invitations.ts";

const world = useWorld();

describe("revoking an invitation link (docs/behaviour/invitations.md#revoking-and-resending)", () => {
  test("revoking an invitation link ends its use", async ({ expect }) => {
    const { invite_link: link } = await world().request(createInviteLink, "admin", {});
    const [invitation] = (await world().request(listInvites, "admin", {})).invites;
    const wanted = { invite_id: invitation?.id ?? 0 };
    for (const refused of [
      () => world().request(revokeInvite, "admin", wanted),
      () => world().request(revokeInviteLink, "member", wanted),
      () => world().request(revokeInviteLink, "admin", { invite_id: 999_999 }),
    ])
      await expect(refused()).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "No such invitation",
      });
    await world().request(revokeInviteLink, "owner", wanted);
    expect((await world().request(listInvites, "admin", {})).invites).toEqual([]);
    await expect(
      world().request(acceptInvite, world().anonymous(), {
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
    await world().request(createInviteLink, "owner", { invite_as: 100 });
    const { invites } = await world().request(listInvites, "owner", {});
    const wanted = { invite_id: invites[0]?.id ?? 0 };
    await expect(world().request(revokeInviteLink, "admin", wanted)).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
    expect((await world().request(listInvites, "owner", {})).invites).toEqual(invites);
    await world().request(revokeInviteLink, "owner", wanted);
    expect((await world().request(listInvites, "owner", {})).invites).toEqual([]);
  });
});
