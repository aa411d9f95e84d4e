import { groupSettingValue, realmPermissions } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import { holdsPermission } from "./permission.ts";
import { type Actor, isGuest } from "./roles.ts";

export type RealmPermission = keyof typeof realmPermissions;

/**
 * Tells whether the user holds one of the organization's own permissions; guests never hold those that exclude them,
 * even if listed.
 */
export function holdsRealmPermission(
  user: Actor,
  name: RealmPermission,
  users: UserDirectory,
): boolean {
  const facts = realmPermissions[name];
  if (!facts.allowEveryone && isGuest(user)) return false;
  const value = groupSettingValue.safeParse(users.realm?.settings[name]);
  if (value.success) return holdsPermission(user, value.data, users);
  const initially = users.findGroupByName(facts.default);
  return initially !== undefined && users.membersOf(initially.id).has(user.id);
}
