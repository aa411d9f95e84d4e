import {
  type GroupSettingValue,
  groupSettingValue,
  realmPermissions,
  type RealmSettings,
  realmSettings,
} from "@team-chat/contract";

import type { SystemGroupIds } from "../queries/groups.ts";

export type RealmPermissionName = keyof typeof realmPermissions;

/** All settings of an organization from the stored ones and the defaults. */
export function completeSettings(stored: Readonly<Record<string, unknown>>): RealmSettings {
  return realmSettings.parse(stored);
}

/** All permissions of an organization as group-setting values. */
export function completePermissions(
  stored: Readonly<Record<string, unknown>>,
  groups: SystemGroupIds,
): Readonly<Record<RealmPermissionName, GroupSettingValue>> {
  const entries = Object.entries(realmPermissions).map(([name, { default: initially }]) => {
    const value = stored[name];
    return [
      name,
      value === undefined ? groups[initially] : groupSettingValue.parse(value),
    ] as const;
  });
  return Object.fromEntries(entries) as Record<RealmPermissionName, GroupSettingValue>;
}
