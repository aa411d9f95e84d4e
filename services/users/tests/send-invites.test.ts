import { listInvites, sendInvites, updateRealm } from "@team-chat/contract";
import { describe, test } from "vitest";

import { eventsFor } from "./read-events.ts";
import { useWorld } from "./use-world.ts";

const world = useWorld();

describe("inviting by e-mail (reference/api-surface.md, Users)", () => {
  test("is refused to those without the permission, and for roles above one's own", async ({
    expect,
  }) => {
    const invitee_emails = "new@example.com";
    await expect(world().request(sendInvites, "bot", { invitee_emails })).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
    await expect(world().request(sendInvites, "guest", { invitee_emails })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Insufficient permission",
    });
    for (const [name, role, message] of [
      ["member", 300, "Must be an organization administrator"],
      ["member", 200, "Must be an organization administrator"],
      ["admin", 100, "Must be an organization owner"],
    ] as const)
      await expect(
        world().request(sendInvites, name, { invitee_emails, invite_as: role }),
      ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL", message });
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
  ] as const)("refuses %o", async ([given, message], { expect }) => {
    const request = { ...given } as Parameters<typeof send>[0];
    await expect(send(request)).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("invites nobody when an address is wrong or all are users already", async ({ expect }) => {
    const none = { sent_invitations: false, daily_limit_reached: false };
    await expect(
      send({ invitee_emails: "nonsense, member@example.com, b@example.com" }),
    ).rejects.toMatchObject({
      code: "INVITATION_FAILED",
      message: "Some emails did not validate, so we didn't send any invitations.",
      details: {
        ...none,
        errors: [
          ["nonsense", "Invalid address.", false],
          ["member@example.com", "Already has an account.", true],
        ],
      },
    });
    await expect(send({ invitee_emails: "MEMBER@example.com" })).rejects.toMatchObject({
      code: "INVITATION_FAILED",
      message: "We weren't able to invite anyone.",
      details: none,
    });
    await world().request(updateRealm, "owner", { emails_restricted_to_domains: true });
    await expect(send({ invitee_emails: "b@example.com" })).rejects.toMatchObject({
      details: {
        errors: [
          ["b@example.com", "Email 'b@example.com' not allowed in this organization", false],
        ],
      },
    });
    await world().request(updateRealm, "owner", { emails_restricted_to_domains: false });
    expect((await world().request(listInvites, "owner", {})).invites).toEqual([]);
  });

  test("invites the others when some are users, and tells those who see invitations", async ({
    expect,
  }) => {
    const { admin, member, moderator } = world().people;
    await world().events();
    await expect(
      world().request(sendInvites, "member", {
        invitee_emails: "Some One <one@example.com>\nguest@example.com, two@example.com",
      }),
    ).rejects.toMatchObject({ code: "INVITATION_FAILED", details: { sent_invitations: true } });
    const events = await world().events();
    for (const { id } of [admin, member])
      expect(eventsFor(id, events)).toEqual([{ type: "invites_changed" }]);
    expect(eventsFor(moderator.id, events)).toEqual([]);
    const { invites } = await world().request(listInvites, "owner", {});
    expect(invites.map(({ email }) => email)).toEqual(["one@example.com", "two@example.com"]);
    const mails = await world().mails();
    expect(mails).toHaveLength(2);
    expect(mails[0]).toMatch(/^To: one@example.com\r$/m);
    expect(mails[0]).toMatch(/^http:\/\/localhost:9991\/join#[A-Za-z0-9]{32}$/m);
  });
});

function send(request: { invitee_emails: string }) {
  return world().request(sendInvites, "owner", request);
}
