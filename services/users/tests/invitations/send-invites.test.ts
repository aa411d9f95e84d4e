import {
  deactivateUserGroup,
  listInvites,
  revokeInvite,
  sendInvites,
  updateRealm,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { Groups } from "../groups/groups.ts";
import { peerChannels } from "../peers.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("inviting by e-mail (docs/behaviour/invitations.md#inviting-by-e-mail)", () => {
  test("inviting by e-mail is refused to those without the permission, and for roles above one's own", async ({
    expect,
  }) => {
    const invitee_emails = "new@example.com";
    await expect(world().request("bot", sendInvites, { invitee_emails })).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
    await expect(world().request("guest", sendInvites, { invitee_emails })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Insufficient permission",
    });
    for (const [name, role, message] of [
      ["alice", 300, "Must be an organization administrator"],
      ["alice", 200, "Must be an organization administrator"],
      ["admin", 100, "Must be an organization owner"],
    ] as const)
      await expect(
        world().request(name, sendInvites, { invitee_emails, invite_as: role }),
      ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL", message });
    const welcome_message_custom_text = "Hello";
    for (const name of ["alice", "moderator"] as const)
      await expect(
        world().request(name, sendInvites, { invitee_emails, welcome_message_custom_text }),
      ).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message: "Must be an organization administrator",
      });
  });

  test("inviting by e-mail takes no group of the system and no deactivated one", async ({
    expect,
  }) => {
    const groups = new Groups(world);
    const gone = await groups.add("gone");
    await world().request("owner", deactivateUserGroup, { user_group_id: gone });
    for (const id of [await groups.system("role:owners"), gone])
      await expect(
        world().request("owner", sendInvites, { invitee_emails: "a@example.com", group_ids: [id] }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message: `Invalid user group ID: ${id}` });
  });

  test("an invitation by e-mail offers a member's account for ten days, with news of who joins, and nothing else", async ({
    expect,
  }) => {
    await send({ invitee_emails: "plain@example.com" });
    const { invites } = await world().request("owner", listInvites, {});
    const plain = invites.find(({ email }) => email === "plain@example.com");
    expect(plain).toMatchObject({ invited_as: 400, notify_referrer_on_join: true });
    const seconds = (plain?.expiry_date ?? 0) - (plain?.invited ?? 0);
    expect(Math.round(seconds / 60)).toBe(14_400);
    await world().request("owner", revokeInvite, { invite_id: plain?.id ?? 0 });
    await world().mails();
  });

  test("inviting by e-mail replaces one's own open invitation to the address, and keeps others'", async ({
    expect,
  }) => {
    for (const name of ["owner", "alice", "owner"] as const)
      await world().request(name, sendInvites, { invitee_emails: "again@example.com" });
    const { invites } = await world().request("owner", listInvites, {});
    const { alice, owner } = world().people;
    expect(invites.map(({ invited_by_user_id: id }) => id)).toEqual([alice.id, owner.id]);
    const [theirs, own] = invites;
    await world().request("owner", revokeInvite, { invite_id: own?.id ?? 0 });
    const left = await world().request("owner", listInvites, {});
    expect(left.invites).toEqual([theirs]);
    await world().request("owner", revokeInvite, { invite_id: theirs?.id ?? 0 });
    await world().mails();
  });

  test.for([
    [{ invitee_emails: " , \n" }, "You must specify at least one email address."],
    [
      { invitee_emails: "a@example.com", invite_as: 500 },
      "Invalid invite_as: Value error, Not in the list of possible values",
    ],
    [
      { invitee_emails: "a@example.com", invite_expires_in_minutes: 0 },
      "invite_expires_in_minutes is too small",
    ],
    [
      { invitee_emails: "a@example.com", stream_ids: [77] },
      "Invalid channel ID 77. No invites were sent.",
    ],
    [{ invitee_emails: "a@example.com", group_ids: [999_999] }, "Invalid user group ID: 999999"],
    [
      { invitee_emails: "a@example.com", stream_ids: [peerChannels.open, peerChannels.guarded] },
      "You do not have permission to subscribe other users to channels.",
    ],
    [
      { invitee_emails: "a@example.com", welcome_message_custom_text: "x".repeat(8001) },
      "welcome_message_custom_text is too long (limit: 8000 characters)",
    ],
  ] as const)("inviting by e-mail refuses %o", async ([given, message], { expect }) => {
    const request = { ...given } as Parameters<typeof send>[0];
    await expect(send(request)).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("inviting by e-mail invites nobody when an address is wrong or all are users already", async ({
    expect,
  }) => {
    const none = { sent_invitations: false, daily_limit_reached: false };
    await expect(
      send({ invitee_emails: "nonsense, alice@example.com, b@example.com" }),
    ).rejects.toMatchObject({
      code: "INVITATION_FAILED",
      message: "Some emails did not validate, so we didn't send any invitations.",
      details: {
        ...none,
        errors: [
          ["nonsense", "Invalid address.", false],
          ["alice@example.com", "Already has an account.", true],
        ],
      },
    });
    await expect(send({ invitee_emails: "ALICE@example.com" })).rejects.toMatchObject({
      code: "INVITATION_FAILED",
      message: "We weren't able to invite anyone.",
      details: none,
    });
    await world().request("owner", updateRealm, { emails_restricted_to_domains: true });
    await expect(send({ invitee_emails: "b@example.com" })).rejects.toMatchObject({
      details: {
        errors: [
          ["b@example.com", "Email 'b@example.com' not allowed in this organization", false],
        ],
      },
    });
    await world().request("owner", updateRealm, { emails_restricted_to_domains: false });
    expect((await world().request("owner", listInvites, {})).invites).toEqual([]);
  });

  test("inviting by e-mail invites the others when some are users, and tells those who see invitations", async ({
    expect,
  }) => {
    const { admin, alice, moderator } = world().people;
    await world().events();
    await expect(
      world().request("alice", sendInvites, {
        invitee_emails: "Some One <one@example.com>\nguest@example.com, two@example.com",
      }),
    ).rejects.toMatchObject({ code: "INVITATION_FAILED", details: { sent_invitations: true } });
    const events = await world().events();
    for (const { id } of [admin, alice])
      expect(eventsFor(id, events)).toEqual([{ type: "invites_changed" }]);
    expect(eventsFor(moderator.id, events)).toEqual([]);
    const { invites } = await world().request("owner", listInvites, {});
    expect(invites.map(({ email }) => email)).toEqual(["one@example.com", "two@example.com"]);
    const mails = (await world().mails()).slice(-2);
    expect(mails[1]).toMatch(/^To: two@example.com\r$/m);
    expect(mails[0]).toMatch(/^To: one@example.com\r$/m);
    expect(mails[0]).toMatch(/^http:\/\/localhost:9991\/join\/[A-Za-z0-9]{32}$/m);
  });
});

function send(request: { invitee_emails: string }) {
  return world().request("owner", sendInvites, request);
}
