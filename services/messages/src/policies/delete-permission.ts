import type { ChannelRecord, UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  type Directories,
  isAdministrator,
  holdsChannelPermission,
  holdsRealmPermission,
} from "@team-chat/policy";

import { realmSetting } from "./realm-setting.ts";
import { checkInTime } from "./time-limit.ts";

interface Deleted {
  readonly senderId: number;
  /** UNIX seconds. */
  readonly sentAt: number;
}

interface Deletion {
  readonly message: Deleted;
  /** Null for direct messages. */
  readonly channel: ChannelRecord | null;
  /** UNIX seconds. */
  readonly now: number;
}

/** Checks that the user may delete a message now. @throws BAD_REQUEST */
export function checkDelete(
  actor: UserRecord,
  { message, channel, now }: Deletion,
  { users }: Directories,
): void {
  const may = (name: "can_delete_any_message_group" | "can_delete_own_message_group") =>
    holdsRealmPermission(actor, name, users) ||
    (channel !== null && holdsChannelPermission(actor, { channel, name, users }));
  if (may("can_delete_any_message_group")) return;
  const isOwn = message.senderId === actor.id || isOwnedBot(actor, message.senderId, users);
  if (!isOwn || !may("can_delete_own_message_group"))
    throw new AppError("BAD_REQUEST", "You don't have permission to delete this message");
  const limitSeconds = realmSetting("message_content_delete_limit_seconds", users);
  checkInTime({ sentAt: message.sentAt, limitSeconds, now }, "deleting this message");
}

/**
 * Checks that the user may delete everybody's messages in the channel, whatever their age.
 * @throws UNAUTHORIZED_PRINCIPAL
 */
export function checkDeleteTopic(
  actor: UserRecord,
  channel: ChannelRecord,
  { users }: Directories,
): void {
  const name = "can_delete_any_message_group";
  if (isAdministrator(actor) || holdsRealmPermission(actor, name, users)) return;
  if (holdsChannelPermission(actor, { channel, name, users })) return;
  throw new AppError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
}

function isOwnedBot(actor: UserRecord, senderId: number, users: Directories["users"]): boolean {
  return users.users.get(senderId)?.botOwnerId === actor.id;
}
