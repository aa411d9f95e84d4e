import type { UserRecord } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

/** Name of the client under which notices appear. */
export const noticeClient = "Internal";

/** The bots through which the product speaks, as their addresses begin. */
type SystemBotName = "notification-bot" | "welcome-bot";

/** Finds the bot through which the product tells a realm what happened; undefined when the realm has none. */
export function findNotificationBot(users: UserDirectory): UserRecord | undefined {
  return findSystemBot(users, "notification-bot");
}

/** Finds one of the product's bots; undefined when the realm has none. */
export function findSystemBot(users: UserDirectory, name: SystemBotName): UserRecord | undefined {
  for (const user of users.users.values())
    if (user.isSystemBot && user.email.startsWith(`${name}@`)) return user;
  return undefined;
}
