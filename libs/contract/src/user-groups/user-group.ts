import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { changedGroupSetting, givenGroupSetting } from "../group-setting.ts";
import { groupSettingValue } from "../internal/channels.ts";
import { listLimits } from "../limits.ts";
import { json, pathId } from "../param.ts";

/** The longest name of a group, in characters. */
export const maxGroupNameLength = 100;
export const groupName = upTo(
  maxGroupNameLength,
  z.string().trim(),
  `User group name cannot exceed ${maxGroupNameLength} characters.`,
);

const holder = (who: string) => groupSettingValue.describe(`Who may ${who}`);

/** A group as clients see it (docs/behaviour/groups.md#user-group-object). */
export const userGroupObject = z.object({
  id: z.int().describe("Unique id"),
  name: z.string().describe("Name; that of a system group begins with `role:`"),
  description: z.string().describe("What it is for"),
  creator_id: z.int().nullable().describe("Who made it; null for system groups"),
  date_created: z.int().describe("UNIX seconds"),
  members: z.array(z.int()).describe("Direct members, ascending; active users only"),
  direct_subgroup_ids: z.array(z.int()).describe("Groups that are part of it, ascending"),
  is_system_group: z.boolean().describe("Whether its members follow from roles"),
  deactivated: z.boolean().describe("Whether it was deactivated"),
  can_add_members_group: holder("add members"),
  can_join_group: holder("join"),
  can_leave_group: holder("leave"),
  can_manage_group: holder("manage the group"),
  can_mention_group: holder("mention the group"),
  can_remove_members_group: holder("remove members"),
});

export const userGroupIdParam = pathId("The group");

/** A list of ids as a parameter. */
export const idsParam = (what: string) =>
  json(z.array(z.int()).max(listLimits.ids).default([]).describe(what));

const given = (who: string) => json(givenGroupSetting.optional().describe(`Who may ${who}`));

/** Permissions of a new group; the creator manages the group and adds members unless others are named. */
export const groupPermissionParams = {
  can_add_members_group: given("add members"),
  can_join_group: given("join"),
  can_leave_group: given("leave"),
  can_manage_group: given("manage the group"),
  can_mention_group: given("mention the group"),
  can_remove_members_group: given("remove members"),
} as const;

const changed = (who: string) => json(changedGroupSetting.describe(`Who may ${who}`));

/** Permissions of a group that is there already. */
export const changedGroupPermissionParams = {
  can_add_members_group: changed("add members"),
  can_join_group: changed("join"),
  can_leave_group: changed("leave"),
  can_manage_group: changed("manage the group"),
  can_mention_group: changed("mention the group"),
  can_remove_members_group: changed("remove members"),
} as const;
