import type { ChannelRecord } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { ChannelPermission } from "./channel-permissions.ts";
import { holdsChannelPermission } from "./permission.ts";
import { type Actor, isAdministrator, isGuest } from "./roles.ts";

/** A channel, as far as access looks at it. */
export type AccessedChannel = Pick<
  ChannelRecord,
  "id" | "isPrivate" | "isWebPublic" | "permissions"
>;

/** Subscriptions by user and channel; a `ChannelDirectory` has them. */
export interface Memberships {
  isSubscribed(userId: number, channelId: number): boolean;
}

/** Data that access is decided by, both proven current. */
export interface Directories {
  readonly users: UserDirectory;
  readonly channels: Memberships;
}

const contentPermissions: readonly ChannelPermission[] = [
  "can_subscribe_group",
  "can_add_subscribers_group",
];
const metadataPermissions: readonly ChannelPermission[] = [
  ...contentPermissions,
  "can_administer_channel_group",
];

/**
 * Tells whether the user may read the channel's messages (docs/behaviour/channels.md#access); the role of administrator
 * is not enough.
 */
export function hasContentAccess(
  user: Actor,
  channel: AccessedChannel,
  { users, channels }: Directories,
): boolean {
  if (channel.isWebPublic || channels.isSubscribed(user.id, channel.id)) return true;
  if (isGuest(user)) return false;
  if (!channel.isPrivate) return true;
  return contentPermissions.some((name) => holdsChannelPermission(user, { channel, name, users }));
}

/** Tells whether the user may know that the channel exists, and its properties (docs/behaviour/channels.md#access). */
export function hasMetadataAccess(
  user: Actor,
  channel: AccessedChannel,
  { users, channels }: Directories,
): boolean {
  if (channel.isWebPublic || channels.isSubscribed(user.id, channel.id)) return true;
  if (isGuest(user)) return false;
  if (!channel.isPrivate || isAdministrator(user)) return true;
  return metadataPermissions.some((name) => holdsChannelPermission(user, { channel, name, users }));
}

/** Tells whether the user may edit the channel's properties, as administrators and those the channel names may. */
export function mayAdministerChannel(
  user: Actor,
  channel: Pick<ChannelRecord, "permissions">,
  users: UserDirectory,
): boolean {
  return (
    isAdministrator(user) ||
    holdsChannelPermission(user, { channel, name: "can_administer_channel_group", users })
  );
}

/** Active users with metadata access, ascending: whom events about the channel itself are for. */
export function listMetadataAudience(channel: AccessedChannel, directories: Directories): number[] {
  const ids: number[] = [];
  for (const user of directories.users.users.values())
    if (user.isActive && hasMetadataAccess(user, channel, directories)) ids.push(user.id);
  return ids.toSorted((a, b) => a - b);
}
