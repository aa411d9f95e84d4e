import type { UserRecord } from "@team-chat/contract";
import type { Mentions } from "@team-chat/markdown";
import type { UserDirectory } from "@team-chat/projection";

import { findAlerted } from "../directories/alert-words.ts";

/**
 * Bots that get a message because they are mentioned, even in channels they are not in
 * (docs/behaviour/messages.md#who-receives-a-message).
 */
const genericBot = 1;
/** Bots that are called over HTTP keep no flags (docs/behaviour/messages.md#who-receives-a-message). */
const calledByWebhook = new Set([3, 4]);

/** Whom a message calls, before it is known who of them receives it. */
export interface Called {
  /** By name. */
  readonly users: ReadonlySet<number>;
  /** By name or by a group. */
  readonly all: ReadonlySet<number>;
  readonly topicParticipants: ReadonlySet<number>;
  readonly everyone: boolean;
  /** By one of their alert words. */
  readonly alerted: ReadonlySet<number>;
}

interface Found {
  readonly mentions: Mentions;
  /** Where alert words are looked for. */
  readonly prose: string;
}

/** Expands groups into the users they have now. */
export function calledBy(
  { mentions: { userIds, groupIds, everyone }, prose }: Found,
  topicParticipants: ReadonlySet<number>,
  users: UserDirectory,
): Called {
  const all = new Set(userIds);
  for (const groupId of groupIds) for (const id of users.membersOf(groupId)) all.add(id);
  const alerted = findAlerted(users, prose);
  return { users: userIds, all, topicParticipants, everyone, alerted };
}

/** Bots among those called by name that receive the message without being in the channel. */
export function guestBots(
  called: Called,
  { users, receives }: { users: UserDirectory; receives: (userId: number) => boolean },
): number[] {
  return [...called.users].filter((id) => {
    const user = users.users.get(id);
    return user?.botType === genericBot && user.isActive && !receives(id);
  });
}

/** Whether flags are stored for the user at all. */
export function keepsFlags(user: UserRecord | undefined): boolean {
  return user !== undefined && !(user.botType !== null && calledByWebhook.has(user.botType));
}
