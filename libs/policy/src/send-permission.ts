import type { ChannelRecord, UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import type { AccessedChannel, Directories } from "./channel-access.ts";
import type { ChannelPermission } from "./channel-permissions.ts";
import { holdsChannelPermission } from "./permission.ts";
import { isGuest } from "./roles.ts";

/** Sender of a message; bots also pass where their owner would. */
export type Sender = Pick<UserRecord, "id" | "role" | "isBot" | "botOwnerId">;

/** A channel, as far as sending looks at it. */
export type SendTarget = AccessedChannel &
  Pick<ChannelRecord, "name" | "isArchived" | "historyPublicToSubscribers">;

const joinPermissions: readonly ChannelPermission[] = [
  "can_subscribe_group",
  "can_add_subscribers_group",
];

/**
 * Checks posting permission, archive and access, in this order: steps 3 to 5 of
 * docs/behaviour/messages.md#posting-in-channels. The caller resolves the channel (steps 1 and 2) and checks the topic
 * policy (6, `checkTopicPolicy`) and new topics (7, `holdsChannelPermission` with `can_create_topic_group`); system
 * bots are not asked.
 * @throws BAD_REQUEST
 */
export function checkSend(sender: Sender, channel: SendTarget, directories: Directories): void {
  const owner = ownerOf(sender, directories);
  const { users } = directories;
  const name = "can_send_message_group";
  const posts = (user: Sender) => holdsChannelPermission(user, { channel, name, users });
  if (!posts(sender) && !(owner && posts(owner)))
    throw new AppError("BAD_REQUEST", "You do not have permission to post in this channel.");
  if (channel.isArchived || !mayReach(sender, channel, directories))
    throw new AppError("BAD_REQUEST", `Not authorized to send to channel '${channel.name}'`);
}

/**
 * Checks the topic policy, step 6 of docs/behaviour/messages.md#posting-in-channels; `topic` is normalised,
 * `realmPolicy` is the organization's `topics_policy`.
 * @throws BAD_REQUEST
 */
export function checkTopicPolicy(
  channel: Pick<ChannelRecord, "topicsPolicy">,
  topic: string,
  realmPolicy: unknown,
): void {
  const policy = channel.topicsPolicy === "inherit" ? realmPolicy : channel.topicsPolicy;
  if (policy === "disable_empty_topic" && topic === "") {
    throw new AppError(
      "BAD_REQUEST",
      "Sending messages to the general chat is not allowed in this channel.",
    );
  }
  if (policy === "empty_topic_only" && topic !== "")
    throw new AppError("BAD_REQUEST", "Only the general chat topic is allowed in this channel.");
}

function mayReach(sender: Sender, channel: SendTarget, directories: Directories): boolean {
  const { users, channels } = directories;
  if (channel.isWebPublic || (!channel.isPrivate && !isGuest(sender))) return true;
  const owner = ownerOf(sender, directories);
  if (channels.isSubscribed(sender.id, channel.id)) return true;
  if (owner && channels.isSubscribed(owner.id, channel.id)) return true;
  return (
    channel.isPrivate &&
    channel.historyPublicToSubscribers &&
    joinPermissions.some((name) => holdsChannelPermission(sender, { channel, name, users }))
  );
}

function ownerOf(sender: Sender, { users }: Directories): UserRecord | undefined {
  return sender.isBot && sender.botOwnerId !== null
    ? users.users.get(sender.botOwnerId)
    : undefined;
}
