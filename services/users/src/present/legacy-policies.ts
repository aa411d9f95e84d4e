import type { GroupSettingValue, SystemGroupName } from "@team-chat/contract";

import type { RealmPermissionName } from "../policies/accounts/rights.ts";
import type { SystemGroupIds } from "../queries/groups/groups.ts";

/** Numbers by which old clients know who may mention everybody; 6 is nobody, and stands for groups they cannot know. */
const mentionNumbers: Partial<Record<SystemGroupName, number>> = {
  "role:everyone": 1,
  "role:members": 2,
  "role:fullmembers": 3,
  "role:administrators": 5,
  "role:owners": 5,
  "role:moderators": 7,
};

/** Numbers by which old clients know who may create channels. */
const creationNumbers: Partial<Record<SystemGroupName, number>> = {
  "role:everyone": 1,
  "role:members": 1,
  "role:administrators": 2,
  "role:fullmembers": 3,
  "role:moderators": 4,
  "role:nobody": 6,
  "role:owners": 7,
};

/** A permission, its older name, the numbers of groups, and the number that stands for all others. */
type LegacyName = readonly [
  name: RealmPermissionName,
  legacy: string,
  numbers: Partial<Record<SystemGroupName, number>>,
  other: number,
];

const legacyNames: readonly LegacyName[] = [
  ["can_mention_many_users_group", "wildcard_mention_policy", mentionNumbers, 6],
  ["can_create_public_channel_group", "create_public_stream_policy", creationNumbers, 1],
  ["can_create_private_channel_group", "create_private_stream_policy", creationNumbers, 1],
  ["can_create_web_public_channel_group", "create_web_public_stream_policy", creationNumbers, 1],
];

type Permissions = Partial<Readonly<Record<RealmPermissionName, GroupSettingValue>>>;

/**
 * Permissions as the integers that they were before they were groups, by name without `realm_`; those that are given.
 */
export function legacyPolicies(
  permissions: Permissions,
  systemGroups: SystemGroupIds,
): Readonly<Record<string, number>> {
  const policies: Record<string, number> = {};
  for (const [name, legacy, numbers, other] of legacyNames) {
    const value = permissions[name];
    if (value === undefined) continue;
    const group = nameOf(value, systemGroups);
    policies[legacy] = (group && numbers[group]) ?? other;
  }
  return policies;
}

function nameOf(
  value: GroupSettingValue,
  systemGroups: SystemGroupIds,
): SystemGroupName | undefined {
  const entries = Object.entries(systemGroups) as [SystemGroupName, number][];
  return entries.find(([, id]) => id === value)?.[0];
}
