import type { UserRecord } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

/** Name of the client under which notices appear. */
export const noticeClient = "Internal";

const addressStart = "notification-bot@";

/** The bot through which the product tells a realm what happened; undefined when the realm has none. */
export function findNotificationBot(users: UserDirectory): UserRecord | undefined {
  for (const user of users.users.values())
    if (user.isSystemBot && user.email.startsWith(addressStart)) return user;
  return undefined;
}
