import { createUserGroup } from "./create-user-group.ts";
import { deactivateUserGroup } from "./deactivate-user-group.ts";
import { deleteUserGroup } from "./delete-user-group.ts";
import { getIsUserGroupMember } from "./get-is-user-group-member.ts";
import { listUserGroupMembers } from "./list-user-group-members.ts";
import { listUserGroupSubgroups } from "./list-user-group-subgroups.ts";
import { listUserGroups } from "./list-user-groups.ts";
import { updateUserGroupMembers } from "./update-user-group-members.ts";
import { updateUserGroupSubgroups } from "./update-user-group-subgroups.ts";
import { updateUserGroup } from "./update-user-group.ts";

export { maxGroupNameLength, userGroupObject } from "./user-group.ts";
export {
  createUserGroup,
  deactivateUserGroup,
  deleteUserGroup,
  getIsUserGroupMember,
  listUserGroupMembers,
  listUserGroups,
  listUserGroupSubgroups,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
};

export const userGroupsOperations = [
  listUserGroups,
  createUserGroup,
  updateUserGroup,
  deactivateUserGroup,
  deleteUserGroup,
  listUserGroupMembers,
  getIsUserGroupMember,
  updateUserGroupMembers,
  listUserGroupSubgroups,
  updateUserGroupSubgroups,
] as const;
