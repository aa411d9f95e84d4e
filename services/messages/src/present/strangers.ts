import { type DomainEvent, unknownUserAvatar, unknownUserName } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

/** Presents a sender who is unknown to the reader. */
export function presentStranger(userId: number, users: UserDirectory) {
  return {
    sender_email: unknownEmail(userId, users),
    sender_full_name: unknownUserName,
    avatar_url: unknownUserAvatar,
    avatar_is_gravatar: false,
  };
}

/**
 * Returns the address that stands for a user who is unknown to the reader
 * (docs/behaviour/messages.md#sender-and-avatar).
 */
function unknownEmail(userId: number, { realm }: UserDirectory): string {
  const hostname = realm === undefined ? "" : (realm.hostname ?? new URL(realm.url).hostname);
  return `user${userId}@${hostname}`;
}

/** Makes the part of an event that names the users to whom whoever acted is unknown; empty when there are none. */
export function strangersOf(
  userId: number,
  ids: readonly number[],
  users: UserDirectory,
): Pick<DomainEvent, "strangers"> {
  return ids.length === 0
    ? {}
    : { strangers: { ids: [...ids], email: unknownEmail(userId, users) } };
}
