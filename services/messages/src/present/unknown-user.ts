import type { DomainEvent } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

/**
 * Returns the address that stands for a user who is unknown to the reader
 * (docs/behaviour/messages.md#sender-and-avatar).
 */
export function unknownEmail(userId: number, { realm }: UserDirectory): string {
  const hostname = realm === undefined ? "" : new URL(realm.url).hostname;
  return `user${userId}@${hostname}`;
}

/** Returns for the event of something that the user did to whom the user is unknown; nothing when that is nobody. */
export function strangersOf(
  userId: number,
  ids: readonly number[],
  users: UserDirectory,
): Pick<DomainEvent, "strangers"> {
  return ids.length === 0
    ? {}
    : { strangers: { ids: [...ids], email: unknownEmail(userId, users) } };
}
