import { deactivateUser, updateUserGroupMembers } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { useWorld } from "@team-chat/testkit";
import { describe, test, vi } from "vitest";

import type { Name } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);
const change = (user_group_id: number, params: object, as: Name = "alice") =>
  world().request(as, updateUserGroupMembers, { user_group_id, ...params });
const only = (id: number) => ({ direct_members: [id], direct_subgroups: [] });

describe("changing who is in a group (docs/behaviour/groups.md#members-of-groups)", () => {
  test("changing who is in a group is refused without anything to do, and for people who are not there", async ({
    expect,
  }) => {
    const { guest, bot } = world().people;
    const id = await groups.add("one", { members: [guest.id] });
    for (const [params, message] of [
      [
        {},
        'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
      ],
      [{ add: [4711] }, "Invalid user ID: 4711"],
      [{ add: [bot.id, guest.id] }, `User ${guest.id} is already a member of this group`],
      [{ delete: [bot.id] }, `There is no member '${bot.id}' in this user group`],
      [{ add: [bot.id], add_subgroups: [4711] }, "Invalid user group ID: 4711"],
    ] as const)
      await expect(change(id, params), message).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
    await expect(change(4711, { add: [bot.id] })).rejects.toMatchObject({
      message: "Invalid user group",
    });
    expect(await groups.one(id)).toMatchObject({ members: [guest.id], direct_subgroup_ids: [] });
  });

  test("adding people, removing them, joining and leaving each need a permission of their own", async ({
    expect,
  }) => {
    const { moderator, admin, guest, bot } = world().people;
    const refused = { message: "Insufficient permission" };
    const joinable = await groups.add("joinable", { can_join_group: only(moderator.id) });
    await expect(change(joinable, { add: [bot.id] }, "moderator")).rejects.toMatchObject(refused);
    await expect(
      change(joinable, { add: [moderator.id, bot.id] }, "moderator"),
    ).rejects.toMatchObject(refused);
    await change(joinable, { add: [moderator.id] }, "moderator");
    await expect(change(joinable, { add: [admin.id] }, "admin")).rejects.toMatchObject(refused);
    await change(joinable, { delete: [moderator.id] }, "moderator");

    const closed = await groups.add("closed", {
      members: [moderator.id, bot.id],
      can_leave_group: only(admin.id),
      can_add_members_group: only(admin.id),
      can_remove_members_group: only(bot.id),
    });
    await expect(change(closed, { delete: [moderator.id] }, "moderator")).rejects.toMatchObject(
      refused,
    );
    await expect(change(closed, { delete: [bot.id] }, "admin")).rejects.toMatchObject(refused);
    await change(closed, { add: [admin.id] }, "admin");
    await change(closed, { delete: [moderator.id] }, "bot");
    await change(closed, { add: [moderator.id] }, "owner");
    await expect(change(closed, { add: [guest.id] }, "guest")).rejects.toMatchObject({
      message: "Not allowed for guest users",
    });
    const everyone = await groups.system("role:everyone");
    await expect(change(everyone, { add: [bot.id] }, "owner")).rejects.toMatchObject(refused);
  });

  test("changing who is in a group is done at once, told to everybody, and known to other services", async ({
    expect,
  }) => {
    const { moderator, guest, bot } = world().people;
    const moderators = await groups.system("role:moderators");
    const inner = await groups.add("inner");
    const id = await groups.add("outer", { members: [guest.id], subgroups: [inner] });
    await world().events();
    await change(id, {
      add: [bot.id, moderator.id],
      delete: [guest.id],
      add_subgroups: [moderators],
      delete_subgroups: [inner],
    });
    const about = { type: "user_group", group_id: id };
    expect(eventsFor(guest.id, await world().events())).toEqual([
      { ...about, op: "add_members", user_ids: [moderator.id, bot.id] },
      { ...about, op: "remove_members", user_ids: [guest.id] },
      { ...about, op: "add_subgroups", direct_subgroup_ids: [moderators] },
      { ...about, op: "remove_subgroups", direct_subgroup_ids: [inner] },
    ]);
    const members = [moderator.id, bot.id];
    expect(await groups.one(id)).toMatchObject({ members, direct_subgroup_ids: [moderators] });
    expect(await groups.record(id)).toMatchObject({ members, subgroups: [moderators] });
  });

  test("people whom somebody else adds or removes hear of it from the notification bot", async ({
    expect,
  }) => {
    const { moderator, alice, guest, bot } = world().people;
    const id = await groups.add("told", { members: [guest.id] });
    world().notices.length = 0;
    await change(id, { add: [moderator.id, alice.id, bot.id], delete: [guest.id] });
    const name = `@_**Alice Member|${alice.id}**`;
    expect(world().notices).toMatchObject([
      {
        to: { kind: "users", userIds: [moderator.id] },
        content: `${name} added you to the group @_*told*.`,
      },
      {
        to: { kind: "users", userIds: [guest.id] },
        content: `${name} removed you from the group @_*told*.`,
      },
    ]);
    const keys = world().notices.map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  test("people hear of their group by any process, once messages posts notices again", async ({
    expect,
    onTestFinished,
  }) => {
    const { moderator } = world().people;
    const id = await groups.add("later");
    world().notices.length = 0;
    onTestFinished(() => {
      world().outage.error = null;
    });
    world().outage.error = new AppError("SERVICE_UNAVAILABLE", "Not now.");
    await change(id, { add: [moderator.id] });
    expect(await groups.one(id)).toMatchObject({ members: [moderator.id] });
    expect(world().notices).toEqual([]);
    await world().addProcess();
    world().outage.error = null;
    await vi.waitFor(() => expect(world().notices).toHaveLength(1), { timeout: 240_000 });
    expect(world().notices).toMatchObject([{ to: { kind: "users", userIds: [moderator.id] } }]);
  });

  test("deactivated users cannot be added to a group", async ({ expect }) => {
    const { guest } = world().people;
    const id = await groups.add("active", { members: [guest.id] });
    await world().request("owner", deactivateUser, { user_id: guest.id });
    const message = `Invalid user ID: ${guest.id}`;
    await expect(change(id, { delete: [guest.id] })).rejects.toMatchObject({ message });
    expect(await groups.one(id)).toMatchObject({ members: [] });
  });
});
