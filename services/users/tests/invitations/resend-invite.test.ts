import { createInviteLink, listInvites, resendInvite, sendInvites } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { invite } from "./invitations.ts";

const world = useWorld(() => World.create());

describe("sending an invitation again (docs/behaviour/invitations.md#revoking-and-resending)", () => {
  test("only administrators and the one who invited send an invitation again, and never a link", async ({
    expect,
  }) => {
    const { id } = await invite(world(), "alice", "one@example.com");
    await world().request("owner", createInviteLink, {});
    const { invites } = await world().request("owner", listInvites, {});
    const link = invites.find(({ is_multiuse: isLink }) => isLink)?.id ?? 0;
    for (const [name, wanted] of [
      ["moderator", id],
      ["owner", link],
    ] as const)
      await expect(
        world().request(name, resendInvite, { invite_id: wanted }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such invitation" });
    expect(await world().mails()).toHaveLength(1);
    await world().request("admin", resendInvite, { invite_id: id });
    const [first, second] = await world().mails();
    const body = (mail: string | undefined) => mail?.slice(mail.indexOf("\r\n\r\n"));
    expect(second).toMatch(/^To: one@example.com\r$/m);
    expect(body(second)).toBe(body(first));
  });

  test("sending an invitation again is for owners alone when it makes an owner", async ({
    expect,
  }) => {
    await world().request("owner", sendInvites, {
      invitee_emails: "boss@example.com",
      invite_as: 100,
    });
    const { invites } = await world().request("owner", listInvites, {});
    const invite_id = invites.find(({ email }) => email === "boss@example.com")?.id ?? 0;
    const sent = (await world().mails()).length;
    await expect(world().request("admin", resendInvite, { invite_id })).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
    expect(await world().mails()).toHaveLength(sent);
    await world().request("owner", resendInvite, { invite_id });
    expect(await world().mails()).toHaveLength(sent + 1);
  });
});
