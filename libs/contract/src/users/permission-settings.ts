import type { SystemGroupName } from "./system-groups.ts";

/** Values that a permission accepts, and its default. */
export interface PermissionSetting {
  readonly default: SystemGroupName;
  /** Only a system group is accepted, no other group and no list of users. */
  readonly systemGroupOnly: boolean;
  readonly allowInternet: boolean;
  readonly allowNobody: boolean;
  readonly allowEveryone: boolean;
}

const ordinary = {
  systemGroupOnly: false,
  allowInternet: false,
  allowNobody: true,
  allowEveryone: false,
} as const;

function permission(
  initially: SystemGroupName,
  rules: Partial<Omit<PermissionSetting, "default">> = {},
): PermissionSetting {
  return { default: initially, ...ordinary, ...rules };
}

/** Permissions of the organization, by their name in `PATCH /realm` (docs/behaviour/organization.md#permissions). */
export const realmPermissions = {
  can_access_all_users_group: permission("role:everyone", {
    systemGroupOnly: true,
    allowNobody: false,
    allowEveryone: true,
  }),
  can_add_custom_emoji_group: permission("role:members"),
  can_add_subscribers_group: permission("role:members"),
  can_create_bots_group: permission("role:members"),
  can_create_groups: permission("role:members"),
  can_create_private_channel_group: permission("role:members"),
  can_create_public_channel_group: permission("role:members"),
  can_create_web_public_channel_group: permission("role:owners", { systemGroupOnly: true }),
  can_create_write_only_bots_group: permission("role:members"),
  can_delete_any_message_group: permission("role:administrators"),
  can_delete_own_message_group: permission("role:everyone", { allowEveryone: true }),
  can_invite_users_group: permission("role:members"),
  can_manage_all_groups: permission("role:owners", { allowNobody: false }),
  can_manage_billing_group: permission("role:administrators", { allowNobody: false }),
  can_mention_many_users_group: permission("role:administrators"),
  can_move_messages_between_channels_group: permission("role:members"),
  can_move_messages_between_topics_group: permission("role:everyone", { allowEveryone: true }),
  can_resolve_topics_group: permission("role:everyone", { allowEveryone: true }),
  can_set_delete_message_policy_group: permission("role:moderators"),
  can_set_topics_policy_group: permission("role:members", { allowEveryone: true }),
  can_summarize_topics_group: permission("role:everyone", { allowEveryone: true }),
  create_multiuse_invite_group: permission("role:administrators"),
  direct_message_initiator_group: permission("role:everyone", { allowEveryone: true }),
  direct_message_permission_group: permission("role:everyone", { allowEveryone: true }),
} as const satisfies Record<string, PermissionSetting>;

/** The value of a group's permission that is the user who made the group. */
export const groupCreator = "group_creator";

/** Permissions of a user group, with what they are at first; in system groups nobody has any of them. */
export const groupPermissions = {
  can_add_members_group: groupPermission(groupCreator),
  can_join_group: groupPermission("role:nobody"),
  can_leave_group: groupPermission("role:everyone", { allowEveryone: true }),
  can_manage_group: groupPermission(groupCreator),
  can_mention_group: groupPermission("role:everyone", { allowEveryone: true }),
  can_remove_members_group: groupPermission("role:nobody"),
} as const;

/** Values that a permission of a group accepts, and its default. */
export interface GroupPermissionSetting extends Omit<PermissionSetting, "default"> {
  readonly default: SystemGroupName | typeof groupCreator;
}

function groupPermission(
  initially: GroupPermissionSetting["default"],
  rules: Partial<Omit<PermissionSetting, "default">> = {},
): GroupPermissionSetting {
  return { default: initially, ...ordinary, ...rules };
}
