import type { GroupSettingValue } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { Actor } from "./roles.ts";

/** Tells whether a group-setting value names the user, directly or through groups within groups. */
export function holdsPermission(
  user: Pick<Actor, "id">,
  value: GroupSettingValue,
  users: UserDirectory,
): boolean {
  if (typeof value === "number") return users.membersOf(value).has(user.id);
  return (
    value.direct_members.includes(user.id) ||
    value.direct_subgroups.some((groupId) => users.membersOf(groupId).has(user.id))
  );
}
