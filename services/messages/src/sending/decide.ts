// See docs/subsystems/messages.md, Writing.
import { encodeAudience, type NewMessageEvent } from "@team-chat/contract";
import { limitsGuests } from "@team-chat/policy";

import { mutersOf } from "../domain/directories/alerts-and-mutes.ts";
import type { RealmView } from "../domain/directories/realm-view.ts";
import { guestBots, keepsFlags } from "../policies/mention.ts";
import { strangersAmong } from "../policies/visibility.ts";
import { presentEventFlags } from "../present/flags.ts";
import { strangersOf } from "../present/strangers.ts";
import { presentWide } from "../present/wide-message.ts";
import { flagBits } from "../queries/messages/flag-bits.ts";
import type { DecidedMessage } from "../queries/messages/insert-messages.ts";
import type { Draft } from "./draft.ts";
import type { LoadedRecipient } from "./recipient.ts";

/**
 * Decides what is written of a draft and who is told: by the realm as it is at this moment, which is why it is
 * called where nothing else of the realm is committed. Asks for nothing and never throws.
 */
export function decide(draft: Draft, { recipientId, partnerIds }: LoadedRecipient): DecidedMessage {
  const { client, content, idempotencyKey, mentioned, origin, realm, rendered, target } = draft;
  const { unreadFor } = draft;
  const { actor, users } = realm;
  const destination =
    target.kind === "channel"
      ? { channelId: target.channel.id, participants: null, topic: target.topic }
      : { channelId: null, participants: target.participants.map(({ id }) => id), topic: "" };
  const stored = { recipientId, ...destination, senderId: actor.id, content, client };
  const message = presentWide({ ...stored, renderedContent: rendered.html }, realm);
  const receivers = receiversOf(draft);
  const userFlags = userFlagsOf(draft, receivers);
  const readers = readersOf(draft, receivers);
  const unread = unreadFor === null ? null : [...unreadFor].filter(receivers.has);
  const mentionsEveryone = mentioned.everyone;
  const flags = presentEventFlags({ mentionsEveryone, userFlags, readers, unread });
  const isMentioned = (id: number) => mentioned.byName.has(id) || receivers.has(id);
  const event: NewMessageEvent = {
    ...receivers.addressed,
    message,
    ...(flags === null ? {} : { flags }),
    ...strangersOf(actor.id, strangersTo(draft, receivers, partnerIds), users),
    ...(origin === null ? {} : { origin }),
    internal: {
      mentionedUserIds: [...mentioned.personally].filter(isMentioned),
      senderIsBot: actor.isBot,
    },
  };
  return {
    message: {
      ...stored,
      rendered,
      isMe: message.is_me_message,
      mentionsEveryone,
    },
    idempotencyKey,
    event,
    userFlags,
    guestReceivers: receivers.guests,
    readers,
  };
}

interface Receivers {
  readonly addressed: Pick<NewMessageEvent, "audience" | "publicChannel">;
  readonly has: (userId: number) => boolean;
  readonly list: () => Iterable<number>;
  /** Bots that receive it without being in the channel. */
  readonly guests: readonly number[];
}

function receiversOf({ mentioned, realm: { channels, users }, target }: Draft): Receivers {
  if (target.kind === "direct") {
    const ids = new Set(target.participants.map(({ id }) => id));
    const addressed = { audience: encodeAudience(ids) };
    return { addressed, has: (id) => ids.has(id), list: () => ids, guests: [] };
  }
  const { id: channelId } = target.channel;
  const subscribers = channels.subscribersOf(channelId);
  const guests = guestBots(mentioned, { users, receives: (id) => subscribers.has(id) });
  const list = () => [...subscribers.keys(), ...guests];
  const audience = guests.length === 0 ? channels.audienceOf(channelId) : encodeAudience(list());
  const isPublic = channels.channels.get(channelId)?.isPrivate === false;
  const addressed = { audience, ...(isPublic ? { publicChannel: true as const } : {}) };
  const has = (id: number) => subscribers.has(id) || guests.includes(id);
  return { addressed, has, list, guests };
}

/** Flags that are stored, by user. */
type UserFlags = ReadonlyMap<number, number>;

function userFlagsOf(
  { mentioned, realm: { users }, starredBy }: Draft,
  { has }: Receivers,
): UserFlags {
  const flags = new Map<number, number>();
  const add = (ids: Iterable<number>, bit: number) => {
    for (const id of ids)
      if (has(id) && keepsFlags(users.users.get(id))) flags.set(id, (flags.get(id) ?? 0) | bit);
  };
  add(mentioned.personally, flagBits.mentioned);
  add(mentioned.topicParticipants, flagBits.topicWildcardMentioned);
  add(mentioned.alerted, flagBits.hasAlertWord);
  add(starredBy, flagBits.starred);
  return flags;
}

/** Collects the users who find it read: those who muted the sender, those it is not for, perhaps the sender. */
function readersOf(
  { readBy, readBySender, realm: { actor, users }, unreadFor }: Draft,
  receivers: Receivers,
): ReadonlySet<number> {
  const readers = new Set(mutersOf(actor.id, users).filter(receivers.has));
  if (readBySender && receivers.has(actor.id)) readers.add(actor.id);
  for (const id of readBy) if (receivers.has(id)) readers.add(id);
  if (unreadFor !== null)
    for (const id of receivers.list()) if (!unreadFor.has(id)) readers.add(id);
  return readers;
}

/** Guests in the channel who do not know the sender. */
function strangersTo(
  { realm, target }: Draft,
  { list }: Receivers,
  partnerIds: LoadedRecipient["partnerIds"],
): readonly number[] {
  const { actor, channels, users }: RealmView = realm;
  if (target.kind === "direct" || channels.isSubscribed(actor.id, target.channel.id)) return [];
  if (partnerIds === null && !limitsGuests(users)) return [];
  return strangersAmong(list(), { user: actor, partnerIds: partnerIds ?? [] }, realm);
}
