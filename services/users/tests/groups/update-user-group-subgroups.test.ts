import {
  deactivateUserGroup,
  listUserGroupSubgroups,
  updateUserGroupSubgroups,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import fc from "fast-check";
import { describe, test } from "vitest";

import { withSubgroups } from "../../src/policies/groups/user-groups.ts";
import type { Name } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);
const change = (user_group_id: number, params: object, as: Name = "alice") =>
  world().request(as, updateUserGroupSubgroups, { user_group_id, ...params });

describe("changing which groups are within a group (docs/behaviour/groups.md#subgroups)", () => {
  test("changing which groups are within a group is refused to those without the permission", async ({
    expect,
  }) => {
    const inner = await groups.add("inner");
    const { moderator } = world().people;
    const adders = { direct_members: [moderator.id], direct_subgroups: [] };
    const outer = await groups.add("outer", { can_add_members_group: adders });
    const refused = { message: "Insufficient permission" };
    await expect(change(outer, { add: [inner] }, "admin")).rejects.toMatchObject(refused);
    await change(outer, { add: [inner] }, "moderator");
    await expect(change(outer, { delete: [inner] }, "moderator")).rejects.toMatchObject(refused);
    await change(outer, { delete: [inner] });
    await expect(change(outer, { add: [inner] }, "guest")).rejects.toMatchObject({
      message: "Not allowed for guest users",
    });
  });

  test("changing which groups are within a group is refused for groups that cannot be there", async ({
    expect,
  }) => {
    const inner = await groups.add("a");
    const middle = await groups.add("b", { subgroups: [inner] });
    const outer = await groups.add("c", { subgroups: [middle] });
    const gone = await groups.add("gone");
    await world().request("alice", deactivateUserGroup, { user_group_id: gone });
    await world().events();
    for (const [id, params, message] of [
      [outer, {}, 'Nothing to do. Specify at least one of "add" or "delete".'],
      [4711, { add: [inner] }, "Invalid user group"],
      [outer, { add: [4711] }, "Invalid user group ID: 4711"],
      [outer, { add: [gone] }, "User group is deactivated."],
      [gone, { add: [inner] }, "User group is deactivated."],
      [outer, { add: [middle] }, `User group ${middle} is already a subgroup of this group.`],
      [outer, { delete: [inner] }, `User group ${inner} is not a subgroup of this group.`],
      [
        inner,
        { add: [outer] },
        `User group ${inner} is already a subgroup of one of the passed subgroups.`,
      ],
      [
        inner,
        { add: [inner] },
        `User group ${inner} is already a subgroup of one of the passed subgroups.`,
      ],
    ] as const)
      await expect(change(id, params), message).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
    expect(await world().events()).toEqual([]);
  });

  test("changing which groups are within a group is told to everybody", async ({ expect }) => {
    const inner = await groups.add("x");
    const outer = await groups.add("y");
    await world().events();
    await change(outer, { add: [inner] });
    await change(outer, { delete: [inner] });
    const about = { type: "user_group", group_id: outer, direct_subgroup_ids: [inner] };
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      { ...about, op: "add_subgroups" },
      { ...about, op: "remove_subgroups" },
    ]);
  });

  test("changing which groups are within a group never makes a circle, whatever is asked for", async ({
    expect,
  }) => {
    const ids: number[] = [];
    for (const name of ["k", "l", "m", "n"]) ids.push(await groups.add(name));
    const one = fc.constantFrom(...ids);
    const add = { outer: one, inner: one, add: fc.boolean() };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record(add), { maxLength: 8 }), async (steps) => {
        for (const step of steps)
          await change(step.outer, { [step.add ? "add" : "delete"]: [step.inner] }).catch(
            (error: unknown) => expect(error).toMatchObject({ code: "BAD_REQUEST" }),
          );
        const all = new Map(
          (await groups.all()).map((group) => [group.id, { subgroups: group.direct_subgroup_ids }]),
        );
        for (const id of ids)
          expect(withSubgroups(all.get(id)?.subgroups ?? [], all).has(id)).toBe(false);
      }),
      { numRuns: 12 },
    );
    const { subgroups } = await world().request("alice", listUserGroupSubgroups, {
      user_group_id: ids[0] ?? 0,
    });
    expect(subgroups).not.toContain(ids[0]);
  });
});
