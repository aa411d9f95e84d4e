import { createInviteLink, listInvites, resendInvite } from "@team-chat/contract";
import { describe, test } from "vitest";

import { invite } from "./invitations.ts";
import { useWorld } from "./use-world.ts";

const world = useWorld();

describe("sending an invitation again (reference/api-surface.md, Users)", () => {
  test("is for administrators and the one who invited, and not of links", async ({ expect }) => {
    const { id } = await invite(world(), "member", "one@example.com");
    await world().request(createInviteLink, "owner", {});
    const { invites } = await world().request(listInvites, "owner", {});
    const link = invites.find(({ is_multiuse: isLink }) => isLink)?.id ?? 0;
    for (const [name, wanted] of [
      ["moderator", id],
      ["owner", link],
    ] as const)
      await expect(
        world().request(resendInvite, name, { invite_id: wanted }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such invitation" });
    expect(await world().mails()).toHaveLength(1);
    await world().request(resendInvite, "admin", { invite_id: id });
    const [first, second] = await world().mails();
    const body = (mail: string | undefined) => mail?.slice(mail.indexOf("\r\n\r\n"));
    expect(second).toMatch(/^To: one@example.com\r$/m);
    expect(body(second)).toBe(body(first));
  });
});
