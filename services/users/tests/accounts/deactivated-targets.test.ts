import {
  createBot,
  createUserGroup,
  deactivateBot,
  deactivateUser,
  getBotApiKey,
  getIsUserGroupMember,
  getUser,
  getUserByEmail,
  getUserPresence,
  getUserStatus,
  listBots,
  listUserGroups,
  listUsers,
  muteUser,
  type Operation,
  reactivateUser,
  unmuteUser,
  updateBot,
  updateOwnStatus,
  updateRealm,
  updateUser,
  updateUserByEmail,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserStatus,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { Groups } from "../groups/groups.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);

/** Somebody who is deactivated, with a status and a bot from before; and a group that names nobody. */
let gone: { id: number; email: string; bot: number };
let group: number;
let ownBot: number;
beforeAll(async () => {
  const { id, email } = world().people.alice;
  group = await groups.add("some", {}, "owner");
  const kept = { full_name: "Kept Bot", short_name: "kept" };
  ownBot = (await world().request("owner", createBot, kept)).user_id;
  await world().request("alice", updateOwnStatus, { status_text: "away" });
  const made = { full_name: "Left Bot", short_name: "left" };
  const { user_id: bot } = await world().request("alice", createBot, made);
  await world().request("owner", deactivateUser, { user_id: id });
  gone = { id, email, bot };
});

const ask = (operation: Operation, params: object) => world().request("owner", operation, params);

describe("a deactivated user (docs/behaviour/users.md#deactivated-users)", () => {
  test("a deactivated user is still shown with the name, as not active and without presence", async ({
    expect,
  }) => {
    const shown = { user_id: gone.id, is_active: false, full_name: "Alice Member" };
    expect(await ask(getUser, { user_id: gone.id })).toMatchObject({ user: shown });
    expect(await ask(getUserByEmail, { email: gone.email })).toMatchObject({ user: shown });
    const { members } = await world().request("owner", listUsers, {});
    expect(members.filter(({ user_id: id }) => id === gone.id)).toMatchObject([shown]);
    expect(await ask(getUserStatus, { user_id: gone.id })).toMatchObject({
      status: { status_text: "away" },
    });
    await expect(ask(getUserPresence, { user_id_or_email: String(gone.id) })).rejects.toMatchObject(
      { code: "BAD_REQUEST", message: "No such user" },
    );
  });

  test("a deactivated user is in no group", async ({ expect }) => {
    const { user_groups: all } = await world().request("owner", listUserGroups, {});
    expect(all.filter(({ members }) => members.includes(gone.id))).toEqual([]);
    const members = all.find(({ name }) => name === "role:members")?.id ?? 0;
    expect(
      await ask(getIsUserGroupMember, { user_group_id: members, user_id: gone.id }),
    ).toMatchObject({ is_user_group_member: false });
  });

  test("a deactivated user cannot be given a status, deactivated again, or be put anywhere", async ({
    expect,
  }) => {
    const { id } = gone;
    const value = { new: { direct_members: [id], direct_subgroups: [] } };
    for (const [operation, params, message] of [
      [updateUserStatus, { user_id: id, status_text: "x" }, "User is deactivated"],
      [deactivateUser, { user_id: id }, "User is deactivated"],
      [createUserGroup, { name: "n", description: "", members: [id] }, `Invalid user ID: ${id}`],
      [updateUserGroupMembers, { user_group_id: group, add: [id] }, `Invalid user ID: ${id}`],
      [updateUserGroup, { user_group_id: group, can_join_group: value }, `Invalid user ID: ${id}`],
      [updateRealm, { can_create_groups: value }, `Invalid user ID: ${id}`],
      [
        updateBot,
        { bot_id: ownBot, bot_owner_id: id },
        "Failed to change owner, user is deactivated",
      ],
    ] as const)
      await expect(ask(operation, params), operation.name).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
  });

  test("a deactivated user may be renamed, given another role, muted, and reactivated", async ({
    expect,
  }) => {
    const { id, email } = gone;
    await ask(updateUser, { user_id: id, full_name: "Former Member" });
    await ask(updateUserByEmail, { email, role: 300 });
    await ask(muteUser, { muted_user_id: id });
    await ask(unmuteUser, { muted_user_id: id });
    expect(await ask(getUser, { user_id: id })).toMatchObject({
      user: { full_name: "Former Member", role: 300, is_active: false },
    });
    await ask(updateUserByEmail, { email, role: 400, full_name: "Alice Member" });
    await ask(reactivateUser, { user_id: id });
    await ask(reactivateUser, { user_id: id });
    expect(await ask(getUser, { user_id: id })).toMatchObject({ user: { is_active: true } });
    await ask(deactivateUser, { user_id: id });
  });
});

describe("a deactivated bot (docs/behaviour/bots.md#deactivating-bots)", () => {
  test("a deactivated bot is listed no more, keeps its key, may be renamed, and is deactivated only once", async ({
    expect,
  }) => {
    const { bot } = gone;
    expect(await ask(getUser, { user_id: bot })).toMatchObject({ user: { is_active: false } });
    const { bots } = await world().request("owner", listBots, {});
    expect(JSON.stringify(bots)).not.toContain("Left Bot");
    const key = await ask(getBotApiKey, { bot_id: bot });
    await ask(updateBot, { bot_id: bot, full_name: "Left Alone" });
    await world().events();
    await ask(deactivateBot, { bot_id: bot });
    expect(await world().events()).toEqual([]);
    expect(await ask(getBotApiKey, { bot_id: bot })).toEqual(key);
    await expect(ask(updateUserStatus, { user_id: bot, status_text: "x" })).rejects.toMatchObject({
      message: "No such user",
    });
  });
});
