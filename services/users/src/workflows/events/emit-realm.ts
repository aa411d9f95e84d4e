import type { GroupSettingValue } from "@team-chat/contract";

import type { RealmPermissionName } from "../../policies/accounts/rights.ts";
import { legacyPolicies } from "../../present/legacy-policies.ts";
import { derivedSettings, type SettingsShown } from "../../present/realm-values.ts";
import type { SystemGroupIds } from "../../queries/groups/groups.ts";
import type { Change } from "../change.ts";

/** Settings that clients hear of with others that follow from them, in one object. */
const together: ReadonlySet<string> = new Set([
  "allow_message_editing",
  "authentication_methods",
  "message_content_edit_limit_seconds",
  "message_edit_history_visibility_policy",
  "topics_policy",
]);

/**
 * Tells everybody of one changed setting; `after` are all settings as they are now
 * (docs/behaviour/organization.md#events-of-settings).
 */
export function emitRealmSetting(change: Change, name: string, after: SettingsShown): void {
  const values: Readonly<Record<string, unknown>> = after.settings;
  if (!together.has(name)) {
    emitRealmValue(change, name, values[name]);
    return;
  }
  const derived = derivedSettings(after, name);
  emitRealmData(change, { [name]: values[name], ...derived });
}

/** Tells everybody of one value of the organization. */
export function emitRealmValue(change: Change, property: string, value: unknown): void {
  change.emit({
    audience: { to: "everyone" },
    event: { type: "realm", op: "update", property, value },
  });
}

/** Tells everybody of changed permissions, and of the integers that older clients know them as. */
export function emitRealmPermissions(
  change: Change,
  permissions: Partial<Readonly<Record<RealmPermissionName, GroupSettingValue>>>,
  systemGroups: SystemGroupIds,
): void {
  emitRealmData(change, { ...permissions, ...legacyPolicies(permissions, systemGroups) });
}

/** Tells everybody of several values of the organization at once. */
export function emitRealmData(
  change: Change,
  data: object,
  property: "default" | "icon" = "default",
): void {
  change.emit({
    audience: { to: "everyone" },
    event: { type: "realm", op: "update_dict", property, data },
  });
}
