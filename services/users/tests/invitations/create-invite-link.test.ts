import { createInviteLink, listInvites, updateRealm } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { Groups } from "../groups/groups.ts";
import { peerChannels } from "../peers.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("an invitation link (docs/behaviour/invitations.md#invitation-links)", () => {
  test("making an invitation link needs the permission, and offers no role above one's own", async ({
    expect,
  }) => {
    for (const name of ["moderator", "alice", "guest"] as const)
      await expect(world().request(name, createInviteLink, {}), name).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Insufficient permission",
      });
    await expect(
      world().request("admin", createInviteLink, { invite_as: 100 }),
    ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
    await expect(
      world().request("admin", createInviteLink, { stream_ids: [77] }),
    ).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Invalid channel ID 77. No invites were sent.",
    });
    await expect(
      world().request("admin", createInviteLink, { stream_ids: [peerChannels.guarded] }),
    ).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "You do not have permission to subscribe other users to channels.",
    });
    await expect(
      world().request("admin", createInviteLink, { group_ids: [999_999] }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "Invalid user group ID: 999999" });
    const group = await new Groups(world).add("inviters", { members: [world().people.alice.id] });
    const setting = { create_multiuse_invite_group: { new: group } };
    await world().request("owner", updateRealm, setting);
    await world().request("alice", createInviteLink, {});
    await expect(
      world().request("alice", createInviteLink, { welcome_message_custom_text: "Hi" }),
    ).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
    await expect(
      world().request("alice", createInviteLink, { invite_as: 200 }),
    ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
    const administrators = await new Groups(world).system("role:administrators");
    const initial = { create_multiuse_invite_group: { new: administrators } };
    await world().request("owner", updateRealm, initial);
  });

  test("an invitation link may be open for years, but not for more minutes than can be counted", async ({
    expect,
  }) => {
    const never = { invite_expires_in_minutes: 2_147_483_648 };
    await expect(world().request("admin", createInviteLink, never)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "invite_expires_in_minutes is too large",
    });
    const longest = { invite_expires_in_minutes: 2_147_483_647 };
    await world().request("admin", createInviteLink, longest);
    const { invites } = await world().request("admin", listInvites, {});
    const { expiry_date: end, invited = 0 } = invites.at(-1) ?? {};
    expect(end).toBe(invited + longest.invite_expires_in_minutes * 60);
  });

  test("an invitation link is another each time, and those who see invitations are told", async ({
    expect,
  }) => {
    const { admin, owner, alice } = world().people;
    await world().events();
    const first = await world().request("admin", createInviteLink, {});
    const second = await world().request("admin", createInviteLink, {});
    expect(first.invite_link).toMatch(/^http:\/\/localhost:9991\/join\/[A-Za-z0-9]{32}$/);
    expect(second.invite_link).not.toBe(first.invite_link);
    const events = await world().events();
    const changed = { type: "invites_changed" };
    for (const { id } of [admin, owner]) expect(eventsFor(id, events)).toEqual([changed, changed]);
    expect(eventsFor(alice.id, events)).toEqual([]);
  });
});
