import type { UserRecord } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

/** Name of the client under which notices appear. */
export const noticeClient = "Internal";

/** The bots through which the product speaks, as their addresses begin. */
type Speaker = "notification-bot" | "welcome-bot";

/** The bot through which the product tells a realm what happened; undefined when the realm has none. */
export function findNotificationBot(users: UserDirectory): UserRecord | undefined {
  return findSpeaker(users, "notification-bot");
}

/** One of the product's bots; undefined when the realm has none. */
export function findSpeaker(users: UserDirectory, speaker: Speaker): UserRecord | undefined {
  for (const user of users.users.values())
    if (user.isSystemBot && user.email.startsWith(`${speaker}@`)) return user;
  return undefined;
}
