import { groupSettingValue, type RealmSettings, realmSettings } from "@team-chat/contract";
import { holdsPermission } from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

/**
 * Tells whether the user holds a permission of the organization, by its name without `realm_`; nobody does when it is
 * not set.
 */
export function holdsRealmPermission(
  user: { readonly id: number },
  name: string,
  users: UserDirectory,
): boolean {
  const value = groupSettingValue.safeParse(users.realm?.settings[name]);
  return value.success && holdsPermission(user, value.data, users);
}

/** Tells whether a permission of the organization is given to the system group for nobody. */
export function isForNobody(name: string, users: UserDirectory): boolean {
  const value = users.realm?.settings[name];
  return typeof value === "number" && users.groups.get(value)?.name === "role:nobody";
}

/** Returns a setting of the organization that is not a permission, by its name in `PATCH /realm`. */
export function realmSetting<Name extends keyof RealmSettings>(
  name: Name,
  users: UserDirectory,
): RealmSettings[Name] {
  return realmSettings.shape[name].parse(users.realm?.settings[name]) as RealmSettings[Name];
}
