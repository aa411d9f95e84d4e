import { groupSettingValue, type UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { holdsPermission } from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import { holdsRealmPermission } from "./realm-setting.ts";

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
