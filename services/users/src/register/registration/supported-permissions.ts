import {
  type GroupPermissionSetting,
  groupPermissions,
  type PermissionSetting,
  realmPermissions,
} from "@team-chat/contract";
import { channelPermissions } from "@team-chat/policy";

/** Values that each permission accepts, as clients read them. */
export const supportedPermissionSettings = {
  realm: describeAll(realmPermissions),
  stream: Object.fromEntries(
    Object.entries(channelPermissions).map(([name, { initially, guests }]) => [
      name,
      describePermission({
        default: initially ?? "role:nobody",
        systemGroupOnly: false,
        allowInternet: false,
        allowNobody: true,
        allowEveryone: guests,
      }),
    ]),
  ),
  group: Object.fromEntries(
    Object.entries(groupPermissions).map(([name, setting]) => [
      name,
      { ...describePermission(setting), default_for_system_groups: "role:nobody" },
    ]),
  ),
} as const;

function describeAll(permissions: Readonly<Record<string, PermissionSetting>>) {
  return Object.fromEntries(
    Object.entries(permissions).map(([name, setting]) => [name, describePermission(setting)]),
  );
}

function describePermission(setting: PermissionSetting | GroupPermissionSetting) {
  return {
    require_system_group: setting.systemGroupOnly,
    allow_internet_group: setting.allowInternet,
    allow_nobody_group: setting.allowNobody,
    allow_everyone_group: setting.allowEveryone,
    default_group_name: setting.default,
    default_for_system_groups: null,
    allowed_system_groups: [],
  };
}
