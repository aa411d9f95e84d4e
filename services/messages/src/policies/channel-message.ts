import type { ChannelRecord, UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  checkChannelName,
  checkSend,
  checkTopicPolicy,
  type Directories,
  hasMetadataAccess,
  holdsChannelPermission,
} from "@team-chat/policy";
import type { ChannelDirectory, UserDirectory } from "@team-chat/projection";

import type { ChannelReference } from "./channel-reference.ts";

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/**
 * Returns the channel a request names (docs/behaviour/messages.md#posting-in-channels). A channel that neither the
 * sender nor a sending bot's owner may know of does not exist, so later refusals may tell its name.
 * @throws BAD_REQUEST, STREAM_DOES_NOT_EXIST
 */
export function resolveChannel(
  reference: ChannelReference,
  sender: UserRecord,
  directories: Directories & { readonly channels: ChannelDirectory },
): ChannelRecord {
  const { channels, users } = directories;
  const owner = sender.botOwnerId === null ? undefined : users.users.get(sender.botOwnerId);
  const known = (channel: ChannelRecord) =>
    [sender, owner].some((user) => user && hasMetadataAccess(user, channel, directories));
  if ("id" in reference) {
    const { id } = reference;
    const channel = channels.channels.get(id);
    if (channel && known(channel)) return channel;
    throw new AppError("STREAM_DOES_NOT_EXIST", `Channel with ID '${id}' does not exist`, {
      details: { stream_id: id },
    });
  }
  const name = checkChannelName(reference.name);
  const channel = channels.findByName(name);
  if (channel && known(channel)) return channel;
  const stream = name.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
  throw new AppError("STREAM_DOES_NOT_EXIST", `Channel '${stream}' does not exist`, {
    details: { stream },
  });
}

/** Checks that the sender may write under this (normalised) topic of the channel. @throws BAD_REQUEST */
export function checkChannelMessage(
  sender: UserRecord,
  { channel, topic }: { channel: ChannelRecord; topic: string },
  directories: Directories,
): void {
  checkSend(sender, channel, directories);
  checkTopicPolicy(channel, topic, directories.users.realm?.settings["topics_policy"]);
}

/**
 * Checks that the sender may start topics in the channel (docs/behaviour/messages.md#posting-in-channels);
 * `hasMessages` is asked only when that decides.
 * @throws BAD_REQUEST
 */
export async function checkNewTopic(
  sender: UserRecord,
  { channel, users }: { channel: ChannelRecord; users: UserDirectory },
  hasMessages: () => Promise<boolean>,
): Promise<void> {
  const name = "can_create_topic_group";
  const owner = users.users.get(sender.botOwnerId ?? 0);
  if (holdsChannelPermission(sender, { channel, name, users })) return;
  if (owner && holdsChannelPermission(owner, { channel, name, users })) return;
  if (!(await hasMessages()))
    throw new AppError(
      "BAD_REQUEST",
      "You do not have permission to create new topics in this channel.",
    );
}
