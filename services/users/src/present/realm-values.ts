import {
  type GroupSettingValue,
  groupSettingValue,
  realmPermissions,
  type RealmSettings,
} from "@team-chat/contract";

import type { RealmPermissionName } from "../policies/accounts/rights.ts";
import { methodsOf } from "../policies/authentication/methods.ts";
import { activeGroupSetting, type SettingFacts } from "../policies/groups/group-setting.ts";
import type { SystemGroupIds } from "../queries/groups/groups.ts";

/** Returns all permissions of an organization as group-setting values. */
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

/** Returns all permissions as clients see them: without deactivated users. */
export function activePermissions(
  permissions: Readonly<Record<RealmPermissionName, GroupSettingValue>>,
  active: Pick<SettingFacts, "activeIds" | "nobody">,
): Readonly<Record<RealmPermissionName, GroupSettingValue>> {
  const entries = Object.entries(permissions).map(
    ([name, value]) => [name, activeGroupSetting(value, active)] as const,
  );
  return Object.fromEntries(entries) as Record<RealmPermissionName, GroupSettingValue>;
}

/** Settings of an organization, and the identity providers that it has. */
export interface SettingsShown {
  readonly settings: RealmSettings;
  readonly providers: Parameters<typeof methodsOf>[1];
}

/**
 * Derives the values that clients are sent together with a setting because they follow from it, by name without
 * `realm_`.
 */
export function derivedSettings(
  { providers, settings }: SettingsShown,
  name: string,
): Record<string, unknown> {
  switch (name) {
    case "authentication_methods":
      return { authentication_methods: presentMethods(settings, providers) };
    case "message_edit_history_visibility_policy":
      return { allow_edit_history: settings.message_edit_history_visibility_policy !== "none" };
    case "topics_policy":
      return { mandatory_topics: settings.topics_policy === "disable_empty_topic" };
    default:
      return {};
  }
}

/** Returns the ways to log in, all of which are available. */
export function presentMethods(
  settings: RealmSettings,
  providers: SettingsShown["providers"],
): Record<string, object> {
  const methods = Object.entries(methodsOf(settings, providers));
  return Object.fromEntries(methods.map(([name, enabled]) => [name, { enabled, available: true }]));
}
