import {
  acceptInvite,
  createUserGroup,
  deactivateUser,
  deactivateUserGroup,
  getUser,
  listInvites,
  reactivateUser,
  sendInvites,
  updateUser,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { keyOf } from "../invitations/invitations.ts";
import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("DELETE /users/{user_id} (docs/behaviour/users.md#deactivating-users)", () => {
  test("deactivating a user is refused to all but administrators, for bots and for strangers", async ({
    expect,
  }) => {
    const { alice, bot } = world().people;
    const denied = world().request("moderator", deactivateUser, { user_id: alice.id });
    await expect(denied).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Insufficient permission",
    });
    for (const id of [bot.id, world().acmeOwner.id, 999]) {
      const unknown = world().request("owner", deactivateUser, { user_id: id });
      await expect(unknown).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such user" });
    }
  });

  test("deactivating an owner is refused to those who are none, and for the last owner", async ({
    expect,
  }) => {
    const { owner } = world().people;
    const denied = world().request("admin", deactivateUser, { user_id: owner.id });
    await expect(denied).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
    const last = world().request("owner", deactivateUser, { user_id: owner.id });
    await expect(last).rejects.toMatchObject({
      code: "CANNOT_DEACTIVATE_LAST_USER",
      message: "Cannot deactivate the only organization owner.",
      details: { is_last_owner: true, entity: "organization owner" },
    });
  });

  test("deactivating a user takes the user and the user's bots out of everything, and tells everybody", async ({
    expect,
  }) => {
    const { alice, bot, guest, admin } = world().people;
    await world().events();
    await world().request("admin", deactivateUser, { user_id: alice.id });
    for (const id of [alice.id, bot.id]) {
      const { user } = await world().request("guest", getUser, { user_id: id });
      expect(user.is_active).toBe(false);
    }
    const events = await world().events();
    expect(eventsFor(guest.id, events)).toMatchObject([
      { op: "remove_members", user_ids: [bot.id] },
      { op: "remove_members", user_ids: [bot.id] },
      { type: "realm_user", op: "update", person: { user_id: bot.id, is_active: false } },
      { op: "remove_members", user_ids: [alice.id] },
      { op: "remove_members", user_ids: [alice.id] },
      { type: "realm_user", op: "update", person: { user_id: alice.id, is_active: false } },
    ]);
    const announced = {
      type: "realm_bot",
      op: "update",
      bot: { user_id: bot.id, is_active: false },
    };
    expect(eventsFor(admin.id, events)).toContainEqual(announced);
  });

  test("older clients are not told that a group is deactivated when somebody leaves it", async ({
    expect,
  }) => {
    const { moderator } = world().people;
    const group = { name: "old", description: "", members: [moderator.id] };
    const { group_id: id } = await world().request("admin", createUserGroup, group);
    await world().request("admin", deactivateUserGroup, { user_group_id: id });
    await world().events();
    await world().request("admin", deactivateUser, { user_id: moderator.id });
    const left = (await world().events()).filter(({ event }) => event.op === "remove_members");
    const isOld = left.map(({ event, internal }) => [event["group_id"] === id, internal]);
    expect(isOld).toContainEqual([true, { deactivated_group: true }]);
    expect(isOld).not.toContainEqual([false, { deactivated_group: true }]);
    await world().request("admin", reactivateUser, { user_id: moderator.id });
  });

  test("deactivating a user ends the invitations and links that the user sent, which administrators are told", async ({
    expect,
  }) => {
    const { admin, guest, moderator } = world().people;
    await world().request("moderator", sendInvites, { invitee_emails: "friend@example.com" });
    await world().events();
    await world().request("admin", deactivateUser, { user_id: moderator.id });
    const events = await world().events();
    expect(eventsFor(admin.id, events)).toContainEqual({ type: "invites_changed" });
    expect(eventsFor(guest.id, events)).not.toContainEqual({ type: "invites_changed" });
    const [letter = ""] = await world().mails();
    const key = keyOf(/\S+\/join\/\S+/.exec(letter)?.[0] ?? "");
    const person = { key, full_name: "A Friend", password };
    await expect(world().request(world().anonymous(), acceptInvite, person)).rejects.toMatchObject({
      message: "The invitation does not exist or has expired.",
    });
    await world().request("admin", reactivateUser, { user_id: moderator.id });
    expect((await world().request("owner", listInvites, {})).invites).toEqual([]);
  });

  test("deactivating a user again is refused, but the role may still change", async ({
    expect,
  }) => {
    const { alice } = world().people;
    const again = world().request("admin", deactivateUser, { user_id: alice.id });
    await expect(again).rejects.toMatchObject({ message: "User is deactivated" });
    await world().events();
    await world().request("owner", updateUser, { user_id: alice.id, role: 300 });
    expect(eventsFor(alice.id, await world().events())).toMatchObject([{ person: { role: 300 } }]);
  });
});
