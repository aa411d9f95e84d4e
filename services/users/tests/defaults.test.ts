// What is left out is as its default: the answer, or the change, is the same.
import {
  getIsUserGroupMember,
  listUserGroupMembers,
  listUserGroups,
  listUserGroupSubgroups,
  updateOwnPresence,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { Groups } from "./groups/groups.ts";
import type { Name } from "./people.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);

describe("left out is as its default", () => {
  test("include_deactivated_groups of GET /user_groups is false when left out (docs/behaviour/groups.md#listing-groups)", async ({
    expect,
  }) => {
    const ask = (given: object) => world().request("alice", listUserGroups, given);
    expect(await ask({ include_deactivated_groups: false })).toEqual(await ask({}));
  });

  test.for([
    ["direct_member_only", "the members of a group", listUserGroupMembers],
    ["direct_subgroup_only", "the groups within a group", listUserGroupSubgroups],
    ["direct_member_only", "whether somebody is a member", getIsUserGroupMember],
  ] as const)(
    "%s of %s is false when left out (docs/behaviour/groups.md#members-of-groups)",
    async ([name, , operation], { expect }) => {
      const outer = {
        user_group_id: await groups.system("role:members"),
        user_id: world().people.owner.id,
      };
      const ask = (given: object) =>
        world().request("alice", operation as typeof getIsUserGroupMember, { ...outer, ...given });
      const left = await ask({});
      expect(await ask({ [name]: false })).toEqual(left);
      expect(await ask({ [name]: true })).not.toEqual(left);
    },
  );
});

describe("left out of POST /users/me/presence (docs/behaviour/presence.md#reporting-presence)", () => {
  const ping = (as: Name, given: object, at = world()) =>
    at.request(as, updateOwnPresence, { status: "idle", ...given });

  test("a presence report answers everybody of two weeks by address when nothing else is said", async ({
    expect,
  }) => {
    const { email, id } = world().people.alice;
    const { presences: left } = await ping("alice", {});
    expect(Object.keys(left ?? {})).toEqual([email]);
    for (const given of [
      { slim_presence: false },
      { history_limit_days: 14 },
      { ping_only: false },
    ])
      expect((await ping("alice", given)).presences).toMatchObject({ [email]: {} });
    const slim = await ping("alice", { slim_presence: true });
    expect(Object.keys(slim.presences ?? {})).toEqual([String(id)]);
  });

  test("new_user_input: when somebody typed or clicked is kept only of those who say so", async ({
    expect,
  }) => {
    await using own = await World.create();
    const { admin, guest, moderator } = own.people;
    await ping("admin", {}, own);
    await ping("guest", { new_user_input: false }, own);
    await ping("moderator", { new_user_input: true }, own);
    const row = z.object({ userId: z.number(), hasInput: z.boolean() });
    // A process that stops writes the reports that it has; otherwise they are written every 15 seconds.
    await own.service[Symbol.asyncDispose]();
    const rows = await own.database.any(sql.type(row)`
      select user_id as "userId", input_at is not null as "hasInput" from presence
    `);
    const kept = new Map(rows.map(({ userId, hasInput }) => [userId, hasInput]));
    const ids = [admin.id, guest.id, moderator.id];
    expect(ids.map((id) => kept.get(id))).toEqual([false, false, true]);
  });
});
