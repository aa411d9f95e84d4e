import { groupSettingValue, type UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Rendered } from "@team-chat/markdown";
import { holdsPermission } from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import { findAlerted } from "../domain/directories/alerts-and-mutes.ts";
import { holdsRealmPermission } from "./realm-setting.ts";

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

/** Up to this many people anybody may call at once (docs/behaviour/messages.md#permission-to-mention). */
const fewPeople = 15;

/** Numbers of users whom a message's wildcards would notify; absent when it has none or is not in a channel. */
export interface WildcardReach {
  readonly subscribers?: number;
  readonly topicParticipants?: number;
}

/** @throws STREAM_WILDCARD_MENTION_NOT_ALLOWED, TOPIC_WILDCARD_MENTION_NOT_ALLOWED */
export function checkWildcards(
  sender: UserRecord,
  { subscribers = 0, topicParticipants = 0 }: WildcardReach,
  users: UserDirectory,
): void {
  if (Math.max(subscribers, topicParticipants) <= fewPeople) return;
  if (holdsRealmPermission(sender, "can_mention_many_users_group", users)) return;
  if (subscribers > fewPeople)
    throw new AppError(
      "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
      "You do not have permission to use channel wildcard mentions in this channel.",
    );
  throw new AppError(
    "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    "You do not have permission to use topic wildcard mentions in this topic.",
  );
}

/** @throws BAD_REQUEST naming the first group that the sender may not mention */
export function checkGroupMentions(
  sender: UserRecord,
  groupIds: Iterable<number>,
  users: UserDirectory,
): void {
  for (const id of groupIds) {
    const group = users.groups.get(id);
    const value = groupSettingValue.safeParse(group?.settings["can_mention_group"]);
    if (value.success && holdsPermission(sender, value.data, users)) continue;
    throw new AppError(
      "BAD_REQUEST",
      `You are not allowed to mention user group '${group?.name ?? ""}'.`,
    );
  }
}
