import { createInviteLink, listInvites, sendInvites } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("open invitations (docs/behaviour/invitations.md#listing-invitations)", () => {
  test("administrators see all open invitations, and others see their own", async ({ expect }) => {
    const { alice, owner } = world().people;
    await world().request("alice", sendInvites, {
      invitee_emails: "one@example.com",
      invite_expires_in_minutes: null,
      invite_as: 600,
    });
    const { invite_link: link } = await world().request("owner", createInviteLink, {});
    const mine = {
      id: expect.any(Number),
      invited_by_user_id: alice.id,
      invited: expect.any(Number),
      expiry_date: null,
      invited_as: 600,
      is_multiuse: false,
      email: "one@example.com",
      notify_referrer_on_join: true,
    };
    const { invites } = await world().request("admin", listInvites, {});
    expect(invites).toEqual([
      mine,
      {
        id: expect.any(Number),
        invited_by_user_id: owner.id,
        invited: expect.any(Number),
        expiry_date: expect.any(Number),
        invited_as: 400,
        is_multiuse: true,
        link_url: link,
      },
    ]);
    const [, open] = invites;
    expect((open?.expiry_date ?? 0) - (open?.invited ?? 0)).toBe(14_400 * 60);
    expect((await world().request("alice", listInvites, {})).invites).toEqual([mine]);
    expect((await world().request("moderator", listInvites, {})).invites).toEqual([]);
    const theirs = await world().request(world().acmeOwner.identity, listInvites, {});
    expect(theirs.invites).toEqual([]);
  });
});
