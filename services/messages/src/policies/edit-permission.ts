import { type ChannelRecord, roles, type UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  checkSend,
  checkTopicPolicy,
  type Directories,
  hasContentAccess,
  holdsChannelPermission,
  holdsRealmPermission,
} from "@team-chat/policy";

import { normaliseTopic } from "./message-text.ts";
import { realmSetting } from "./realm-setting.ts";
import { checkInTime } from "./time-limit.ts";

interface Edited {
  readonly senderId: number;
  /** UNIX seconds. */
  readonly sentAt: number;
}

interface Editing<M extends Edited> {
  readonly message: M;
  /** UNIX seconds. */
  readonly now: number;
}

const resolvedPrefix = "✔ ";

/** Checks that the user may change the content of a message now. @throws BAD_REQUEST */
export function checkContentEdit(
  actor: UserRecord,
  editing: Editing<Edited & { readonly submessages: readonly unknown[] }>,
  directories: Directories,
): void {
  if (editing.message.submessages.length > 0) throw refused("Widgets cannot be edited.");
  checkEditing(actor, editing, directories);
}

/**
 * Checks that the user may be editing a message now, whatever it is: saying so does not change it yet.
 * @throws BAD_REQUEST
 */
export function checkEditing(
  actor: UserRecord,
  { message: { senderId, sentAt }, now }: Editing<Edited>,
  { users }: Directories,
): void {
  if (!realmSetting("allow_message_editing", users))
    throw refused("Your organization has turned off message editing");
  if (actor.id !== senderId) throw refused("You don't have permission to edit this message");
  const limitSeconds = realmSetting("message_content_edit_limit_seconds", users);
  checkInTime({ sentAt, limitSeconds, now }, "editing this message");
}

/** Checks that the user may give messages of the channel the new topic, whatever their age. @throws BAD_REQUEST */
export function checkTopicEdit(
  actor: UserRecord,
  { channel, from, to }: { channel: ChannelRecord; from: string; to: string },
  { users }: Directories,
): void {
  checkTopicPolicy(channel, to, users.realm?.settings["topics_policy"]);
  const [realmWide, own] = isResolving(from, to)
    ? (["can_resolve_topics_group", "can_resolve_topics_group"] as const)
    : ([
        "can_move_messages_between_topics_group",
        "can_move_messages_within_channel_group",
      ] as const);
  if (holdsRealmPermission(actor, realmWide, users)) return;
  if (holdsChannelPermission(actor, { channel, name: own, users })) return;
  throw refused("You don't have permission to edit this message");
}

/** Checks that the user may move messages from one channel into the other, whatever their age. @throws BAD_REQUEST */
export function checkChannelMove(
  actor: UserRecord,
  { from, to }: { from: ChannelRecord; to: ChannelRecord | undefined },
  directories: Directories,
): void {
  const { users } = directories;
  const name = "can_move_messages_out_of_channel_group";
  if (
    !holdsRealmPermission(actor, "can_move_messages_between_channels_group", users) &&
    !holdsChannelPermission(actor, { channel: from, name, users })
  )
    throw refused("You don't have permission to move this message");
  if (!to || !hasContentAccess(actor, to, directories)) throw refused("Invalid channel ID");
  checkSend(actor, to, directories);
}

interface Move {
  readonly resolving: boolean;
  readonly betweenChannels: boolean;
}

/**
 * Returns the highest age of messages that the user may move, in seconds; null without limit. There is none for
 * moderators, and none for resolving a topic.
 */
export function moveLimit(
  actor: UserRecord,
  { resolving, betweenChannels }: Move,
  { users }: Directories,
): number | null {
  if (actor.role <= roles.moderator || (resolving && !betweenChannels)) return null;
  return realmSetting(
    betweenChannels
      ? "move_messages_between_streams_limit_seconds"
      : "move_messages_within_stream_limit_seconds",
    users,
  );
}

/** Tells whether a change of topic only marks it as resolved or takes the mark away. */
export function isResolving(from: string, to: string): boolean {
  return marksResolved(from, to) || marksResolved(to, from);
}

/** Tells whether `to` is the topic marked as resolved, perhaps shortened for the mark. */
export function marksResolved(from: string, to: string): boolean {
  return to === normaliseTopic(resolvedPrefix + from);
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
