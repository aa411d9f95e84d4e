import type { UserRecord } from "@team-chat/contract";
import { holdsRealmPermission, isGuest } from "@team-chat/policy";
import type { ChannelDirectory, UserDirectory } from "@team-chat/projection";

import type { Sees } from "../values/visibility.ts";

type Seen = Pick<UserRecord, "id" | "isBot">;

/** Visibility of everybody but limited guests. */
export const seesEverybody: Sees = () => true;

/** Tells whether there are users whom the viewer does not see, so that nobody must learn who exists. */
export function seesOnlySome(sees: Sees): boolean {
  return sees !== seesEverybody;
}

interface Directories {
  readonly users: UserDirectory;
  readonly channels: ChannelDirectory;
}

/** Tells whether the user sees only some users: a guest where `can_access_all_users_group` is not for guests. */
export function isLimited(user: UserRecord, users: UserDirectory): boolean {
  return isGuest(user) && !holdsRealmPermission(user, "can_access_all_users_group", users);
}

/**
 * Returns which users a limited guest sees: bots, and the people of the guest's channels and direct conversations
 * (docs/subsystems/users.md, Guests' visibility).
 */
export function limitedVisibility(
  { id }: Seen,
  partnerIds: Iterable<number>,
  { channels }: Directories,
): Sees {
  const partners = new Set(partnerIds);
  return (other) =>
    other.isBot ||
    other.id === id ||
    partners.has(other.id) ||
    shareChannel(channels, id, other.id);
}

/** Lists those of the users that are limited guests to whom somebody is unknown who has written with `partnerIds`. */
export function strangersAmong(
  userIds: Iterable<number>,
  seen: { readonly user: Seen; readonly partnerIds: Iterable<number> },
  directories: Directories,
): number[] {
  const { user, partnerIds } = seen;
  if (user.isBot) return [];
  const partners = new Set(partnerIds);
  const strangers: number[] = [];
  for (const id of userIds) {
    const other = directories.users.users.get(id);
    if (id === user.id || !other || partners.has(id) || !isLimited(other, directories.users))
      continue;
    if (!shareChannel(directories.channels, id, user.id)) strangers.push(id);
  }
  return strangers;
}

function shareChannel(channels: ChannelDirectory, one: number, other: number): boolean {
  for (const id of channels.channelsOf(one)) if (channels.isSubscribed(other, id)) return true;
  return false;
}
