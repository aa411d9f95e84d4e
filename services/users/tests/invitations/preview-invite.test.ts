import {
  createInviteLink,
  deactivateUser,
  listInvites,
  previewInvite,
  reactivateUser,
  revokeInviteLink,
  sendInvites,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { keyOf } from "./invitations.ts";

const world = useWorld(() => World.create());
const dead = { code: "BAD_REQUEST", message: "The invitation does not exist or has expired." };

const preview = (
  key: string,
  realm: Parameters<ReturnType<typeof world>["anonymous"]>[0] = world().realm,
) => world().request(world().anonymous(realm), previewInvite, { key });

async function link(given: object = {}): Promise<string> {
  const { invite_link: url } = await world().request("owner", createInviteLink, given);
  return keyOf(url);
}

describe("looking at an invitation (docs/behaviour/invitations.md#accepting-an-invitation)", () => {
  test("an invitation that never was, is revoked, has expired, or is another organization's cannot be looked at", async ({
    expect,
  }) => {
    await expect(preview("nonsense")).rejects.toMatchObject(dead);
    const key = await link();
    await expect(preview(key, world().acme)).rejects.toMatchObject(dead);
    await expect(preview(key, null)).rejects.toMatchObject({ code: "NONEXISTENT_SUBDOMAIN" });
    const { invites } = await world().request("owner", listInvites, {});
    const { id: invite_id = 0 } = invites.find(({ link_url: url }) => url?.endsWith(key)) ?? {};
    await world().request("owner", revokeInviteLink, { invite_id });
    await expect(preview(key)).rejects.toMatchObject(dead);
  });

  test("an invitation by somebody who was deactivated cannot be looked at", async ({ expect }) => {
    const { admin } = world().people;
    const { invite_link: url } = await world().request("admin", createInviteLink, {});
    await world().request("owner", deactivateUser, { user_id: admin.id });
    await expect(preview(keyOf(url))).rejects.toMatchObject(dead);
    await world().request("owner", reactivateUser, { user_id: admin.id });
  });

  test("looking at an invitation tells the organization, the inviter and the expiry of a link", async ({
    expect,
  }) => {
    const key = await link({ invite_expires_in_minutes: 60 });
    const { realm } = world();
    const seen = await preview(key);
    expect(seen).toEqual({
      realm_name: expect.any(String),
      realm_icon: expect.stringMatching(/^https:\/\/secure\.gravatar\.com\/avatar\//),
      realm_url: realm.url,
      inviter_full_name: "Olive Owner",
      email: null,
      expiry_date: expect.any(Number),
    });
    const inAnHour = Date.now() / 1000 + 3600;
    expect(Math.abs((seen.expiry_date ?? 0) - inAnHour)).toBeLessThan(300);
  });

  test("looking at an invitation tells the address that was invited, and that an invitation need not expire", async ({
    expect,
  }) => {
    const address = "looker@example.com";
    await world().request("owner", sendInvites, {
      invitee_emails: address,
      invite_expires_in_minutes: null,
    });
    const mail = (await world().mails()).find((text) => text.includes(`To: ${address}`)) ?? "";
    const key = /\/join\/(\w+)/.exec(mail)?.[1] ?? "";
    await expect(preview(key)).resolves.toMatchObject({ email: address, expiry_date: null });
  });
});
