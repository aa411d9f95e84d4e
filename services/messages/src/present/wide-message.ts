import type { UserRecord, WideMessage } from "@team-chat/contract";
import { topicLinks } from "@team-chat/markdown";
import type { ChannelDirectory, UserDirectory } from "@team-chat/projection";

import { linkifiersOf } from "../domain/directories/realm-markup.ts";
import { isMeMessage } from "../policies/message-text.ts";
import { seesEverybody } from "../policies/visibility.ts";
import type { MessageFacts } from "../values/message-facts.ts";
import type { Sees } from "../values/visibility.ts";
import { presentStranger } from "./strangers.ts";

interface Directories {
  readonly users: UserDirectory;
  readonly channels: ChannelDirectory;
  /** Tells which users the reader sees; everybody when it is left out. */
  readonly sees?: Sees;
}

/** An organization with the user who reads in it. */
export interface ReaderRealm extends Directories {
  readonly actor: UserRecord;
}

/**
 * E-mail addresses that everybody sees; clients compute avatars from them
 * (docs/behaviour/messages.md#sender-and-avatar).
 */
const visibleToEveryone = 1;

/** Presents the widest form of a message, with names as they are now. */
export function presentWide(
  facts: MessageFacts,
  { users, channels, sees = seesEverybody }: Directories,
): Omit<WideMessage, "id" | "timestamp"> {
  const { channelId } = facts;
  return {
    type: channelId === null ? "private" : "stream",
    sender_id: facts.senderId,
    ...presentSender(facts.senderId, users, sees),
    sender_realm_str: users.realm?.subdomain ?? "",
    client: facts.client,
    recipient_id: facts.recipientId,
    subject: facts.topic,
    topic_links: channelId === null ? [] : [...topicLinks(facts.topic, linkifiersOf(users))],
    is_me_message: isMeMessage(facts.content),
    reactions: [],
    submessages: [],
    ...(channelId === null
      ? { display_recipient: presentParticipants(facts.participants ?? [], users) }
      : { display_recipient: channels.channels.get(channelId)?.name ?? "", stream_id: channelId }),
    content: facts.content,
    rendered_content: facts.renderedContent,
  };
}

function presentSender(userId: number, users: UserDirectory, sees: Sees) {
  const sender = users.users.get(userId);
  if (!sender || !sees(sender)) return presentStranger(userId, users);
  return {
    sender_email: sender.email,
    sender_full_name: sender.fullName,
    avatar_url: sender.avatarUrl,
    avatar_is_gravatar: sender.avatarIsGravatar && sender.emailVisibility === visibleToEveryone,
  };
}

function presentParticipants(ids: readonly number[], users: UserDirectory) {
  return ids
    .map((id) => users.users.get(id))
    .filter((user): user is UserRecord => user !== undefined)
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
    .map((user) => ({
      id: user.id,
      email: user.email,
      full_name: user.fullName,
      is_mirror_dummy: false,
    }));
}
