import type { ChannelRecord } from "@team-chat/contract";
import type { Connection } from "@team-chat/pg";
import { hasContentAccess, isGuest } from "@team-chat/policy";

import type { RealmState } from "../domain/directories/realm-view.ts";
import { listFormerReaders, listReceivers } from "../queries/messages/message-audience.ts";

/** Messages of one place. */
export interface ConversationMessages {
  readonly recipientId: number;
  readonly channelId: number | null;
  readonly participants: readonly number[] | null;
  readonly messageIds: readonly number[];
}

/**
 * Lists the users whom a change of messages concerns (docs/behaviour/events.md#message-events): the participants; in a
 * channel its subscribers, and others but guests who once received one of the messages or have flags of it, all only as
 * far as they may read.
 */
export async function listAudience(
  db: Connection,
  realm: RealmState,
  messages: ConversationMessages,
): Promise<ReadonlySet<number>> {
  if (messages.channelId === null) return new Set(messages.participants);
  const channel = realm.channels.channels.get(messages.channelId);
  if (!channel) return new Set();
  const place = { ...messages, realmId: realm.realmId };
  const subscribers = [...realm.channels.subscribersOf(channel.id).keys()];
  const readers = isProtected(channel) ? await listReceivers(db, place, subscribers) : subscribers;
  const former = await listFormerReaders(db, place);
  return new Set([...readers, ...former.filter((id) => mayStillRead(id, channel, realm))]);
}

/**
 * Lists the users whose initial data the messages are in, or may be: the participants; in a channel its subscribers,
 * and others who once received one of the messages or have flags of it.
 */
export async function listConcerned(
  db: Connection,
  { channels, realmId }: RealmState,
  messages: ConversationMessages,
): Promise<ReadonlySet<number>> {
  const former = await listFormerReaders(db, { ...messages, realmId });
  const subscribers =
    messages.channelId === null ? [] : channels.subscribersOf(messages.channelId).keys();
  return new Set([...(messages.participants ?? []), ...subscribers, ...former]);
}

/** Tells whether even subscribers read only what they received. */
function isProtected({
  isPrivate,
  isWebPublic,
  historyPublicToSubscribers,
}: ChannelRecord): boolean {
  return isPrivate && !isWebPublic && !historyPublicToSubscribers;
}

function mayStillRead(userId: number, channel: ChannelRecord, realm: RealmState): boolean {
  const user = realm.users.users.get(userId);
  if (!user?.isActive || isGuest(user)) return false;
  return hasContentAccess(user, channel, realm);
}
