import type { UserRecord } from "@team-chat/contract";
import type { Rendered } from "@team-chat/markdown";
import type { UserDirectory } from "@team-chat/projection";

import { findAlerted } from "../domain/directories/alert-words.ts";

/**
 * Bots that get a message because they are mentioned, even in channels they are not in
 * (docs/behaviour/messages.md#who-receives-a-message).
 */
const genericBot = 1;
/** Bots that are called over HTTP keep no flags (docs/behaviour/messages.md#who-receives-a-message). */
const calledByWebhook = new Set([3, 4]);

/** Users whom a message mentions, before it is known who of them receives it. */
export interface Mentioned {
  readonly byName: ReadonlySet<number>;
  /** By name or through a group. */
  readonly personally: ReadonlySet<number>;
  readonly topicParticipants: ReadonlySet<number>;
  readonly everyone: boolean;
  /** By one of their alert words. */
  readonly alerted: ReadonlySet<number>;
}

/** Expands groups into the users they have now. */
export function mentionedBy(
  { mentions, prose }: Pick<Rendered, "mentions" | "prose">,
  topicParticipants: ReadonlySet<number>,
  users: UserDirectory,
): Mentioned {
  const { everyone, groupIds, userIds: byName } = mentions;
  const personally = new Set(byName);
  for (const groupId of groupIds) for (const id of users.membersOf(groupId)) personally.add(id);
  const alerted = findAlerted(users, prose);
  return { byName, personally, topicParticipants, everyone, alerted };
}

/** Bots among those mentioned by name that receive the message without being in the channel. */
export function guestBots(
  { byName }: Mentioned,
  { users, receives }: { users: UserDirectory; receives: (userId: number) => boolean },
): number[] {
  return [...byName].filter((id) => {
    const user = users.users.get(id);
    return user?.botType === genericBot && user.isActive && !receives(id);
  });
}

/** Tells whether flags are stored for the user at all. */
export function keepsFlags(user: UserRecord | undefined): boolean {
  return user !== undefined && !(user.botType !== null && calledByWebhook.has(user.botType));
}
