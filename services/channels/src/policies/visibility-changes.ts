import type { GroupSettingValue } from "@team-chat/contract";
import { type Directories, hasMetadataAccess } from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import type { ChannelRow } from "../values/channel-row.ts";

/** Users as clients were told of channels by, and as they are now. */
export interface UsersChange {
  readonly before: UserDirectory;
  readonly after: UserDirectory;
}

/** Permissions whose holders know of a private channel. */
const metadataPermissions = [
  "can_add_subscribers_group",
  "can_administer_channel_group",
  "can_subscribe_group",
] as const;

/**
 * Lists users with a client, who may see other channels than before: those with another role, and those who joined or
 * left a group that channels name.
 */
export function listReclassified(
  { after, before }: UsersChange,
  channels: Iterable<ChannelRow>,
): number[] {
  const ids = new Set<number>();
  for (const [id, user] of before.users) if (after.users.get(id)?.role !== user.role) ids.add(id);
  for (const group of namedGroups(channels)) {
    const then = before.membersOf(group);
    const now = after.membersOf(group);
    for (const id of then) if (!now.has(id)) ids.add(id);
    for (const id of now) if (!then.has(id)) ids.add(id);
  }
  return [...ids].filter((id) => hadClient(id, { after, before })).toSorted((a, b) => a - b);
}

/** Finds the users with a client who began to see a channel, and those who ceased to. */
export function findVisibilityChange(
  channel: ChannelRow,
  userIds: readonly number[],
  { after, before }: { readonly before: Directories; readonly after: Directories },
): { readonly gained: readonly number[]; readonly lost: readonly number[] } {
  const saw = userIds.filter((id) => sees(id, channel, before));
  const see = new Set(userIds.filter((id) => sees(id, channel, after)));
  const known = new Set(saw);
  return {
    gained: [...see].filter((id) => !known.has(id)),
    lost: saw.filter((id) => !see.has(id)),
  };
}

/**
 * Tells whether the user has a client before and after: whoever was not active before has none yet, and whoever is not
 * now has none any more.
 */
export function hadClient(id: number, { after, before }: UsersChange): boolean {
  return before.users.get(id)?.isActive === true && after.users.get(id)?.isActive === true;
}

function sees(id: number, channel: ChannelRow, directories: Directories): boolean {
  const user = directories.users.users.get(id);
  return user !== undefined && hasMetadataAccess(user, channel, directories);
}

function namedGroups(channels: Iterable<ChannelRow>): ReadonlySet<number> {
  const groups = new Set<number>();
  for (const { permissions } of channels)
    for (const name of metadataPermissions)
      for (const id of groupsOf(permissions[name])) groups.add(id);
  return groups;
}

function groupsOf(value: GroupSettingValue | undefined): readonly number[] {
  if (value === undefined) return [];
  return typeof value === "number" ? [value] : value.direct_subgroups;
}
