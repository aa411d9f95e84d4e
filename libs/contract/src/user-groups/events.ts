import { z } from "zod";

import { userGroupObject } from "./user-group.ts";

const type = z.literal("user_group");
const groupId = z.int().describe("The group");
const object = userGroupObject.strict();

const changedGroup = object
  .pick({
    name: true,
    description: true,
    deactivated: true,
    can_add_members_group: true,
    can_join_group: true,
    can_leave_group: true,
    can_manage_group: true,
    can_mention_group: true,
    can_remove_members_group: true,
  })
  .partial()
  .refine((data) => Object.keys(data).length > 0, "Nothing changed.");

/** A group was made, or something of one changed (docs/behaviour/groups.md#changing-groups). */
export const userGroupEvent = z.discriminatedUnion("op", [
  z.strictObject({ type, op: z.literal("add"), group: object.describe("The new group") }),
  z.strictObject({
    type,
    op: z.literal("update"),
    group_id: groupId,
    data: changedGroup.describe("What changed"),
  }),
  z.strictObject({
    type,
    op: z.enum(["add_members", "remove_members"]),
    group_id: groupId,
    user_ids: z.array(z.int()).min(1).describe("Who came or left"),
  }),
  z.strictObject({
    type,
    op: z.enum(["add_subgroups", "remove_subgroups"]),
    group_id: groupId,
    direct_subgroup_ids: z.array(z.int()).min(1).describe("The groups that came or left"),
  }),
]);
