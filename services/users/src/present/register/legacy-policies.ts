import type { GroupSettingValue, SystemGroupName } from "@team-chat/contract";

import type { SystemGroupIds } from "../../queries/groups.ts";
import type { RegisterFacts } from "./facts.ts";

/** Who may mention everybody, as old clients know it; 6 is nobody, and what stands for groups they cannot know. */
const mentionNumbers: Partial<Record<SystemGroupName, number>> = {
  "role:everyone": 1,
  "role:members": 2,
  "role:fullmembers": 3,
  "role:administrators": 5,
  "role:owners": 5,
  "role:moderators": 7,
};

/** Who may create channels, as old clients know it. */
const creationNumbers: Partial<Record<SystemGroupName, number>> = {
  "role:everyone": 1,
  "role:members": 1,
  "role:administrators": 2,
  "role:fullmembers": 3,
  "role:moderators": 4,
  "role:nobody": 6,
  "role:owners": 7,
};

/** Permissions as the integers that they were before they were groups. */
export function legacyPolicies({ permissions, systemGroups }: RegisterFacts): object {
  const creation = (value: GroupSettingValue) =>
    creationNumbers[nameOf(value, systemGroups) ?? "role:members"] ?? 1;
  const mentioning = nameOf(permissions.can_mention_many_users_group, systemGroups);
  return {
    realm_wildcard_mention_policy: mentionNumbers[mentioning ?? "role:nobody"] ?? 6,
    realm_create_public_stream_policy: creation(permissions.can_create_public_channel_group),
    realm_create_private_stream_policy: creation(permissions.can_create_private_channel_group),
    realm_create_web_public_stream_policy: creation(
      permissions.can_create_web_public_channel_group,
    ),
  };
}

function nameOf(
  value: GroupSettingValue,
  systemGroups: SystemGroupIds,
): SystemGroupName | undefined {
  const entries = Object.entries(systemGroups) as [SystemGroupName, number][];
  return entries.find(([, id]) => id === value)?.[0];
}
