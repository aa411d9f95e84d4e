// See docs/subsystems/messages.md.
import { type Audience, encodeAudience, shortenFacts, shortenOwn } from "@team-chat/contract";
import { limitsGuests } from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import { mutersOf } from "../directories/muters.ts";
import type { RealmChannels } from "../directories/realm-channels.ts";
import { strangersAmong } from "../policies/sight.ts";
import { presentFlags } from "../present/flags.ts";
import { strangersOf } from "../present/unknown-user.ts";
import { type MessageFacts, presentOwn, presentWide } from "../present/wide-message.ts";
import { flagBits } from "../queries/flag-bits.ts";
import { type EventPieces, messageBits, type NewMessage } from "../queries/insert-messages.ts";
import { type Called, guestBots, keepsFlags } from "./called-users.ts";
import { type CommonPlace, placeOf } from "./common-place.ts";

/** A message that has been decided about and only has to be written. */
export interface DecidedMessage {
  readonly facts: MessageFacts;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly called: Called;
  readonly readBySender: boolean;
  /** Others for whom it is no news. */
  readonly readBy: readonly number[];
  readonly starredBy: readonly number[];
  /** Who finds it unread; null when everybody does who has not muted the sender. */
  readonly unreadFor: ReadonlySet<number> | null;
  readonly idempotencyKey: string | null;
  readonly origin: { readonly queueId: string; readonly localId: string } | null;
  /** With whom the sender has direct conversations, where somebody may not know the sender; null where all do. */
  readonly partnerIds: readonly number[] | null;
}

interface World {
  readonly users: UserDirectory;
  readonly channels: RealmChannels;
}

/** The parts of an event that do not depend on who receives it, which are therefore made ahead: JSON text. */
export interface MessageTexts {
  /** From behind the timestamp on. */
  readonly own: string;
  /** What messages of its place have in common; null when `own` says everything. */
  readonly place: CommonPlace | null;
}

/** Those of an event that is whole by itself, as in transactions and for readers that know no other. */
export function fullTexts(facts: MessageFacts, world: World): MessageTexts {
  return { own: JSON.stringify(presentWide(facts, world)).slice(1), place: null };
}

/** Those of an event that only a bundle which says what its messages have in common makes whole (`openBundle`). */
export function shortTexts(facts: MessageFacts, world: World): MessageTexts {
  const own = JSON.stringify(shortenOwn(presentOwn(facts, world))).slice(1);
  return { own, place: placeOf(facts, world) };
}

/** Decides who receives the message as the channel is at this moment, and puts its event together around `texts`. */
export function addressMessage(
  decided: DecidedMessage,
  texts: MessageTexts,
  world: World,
): NewMessage {
  const { facts, called } = decided;
  const receivers = receiversOf(facts, called, world);
  const userFlags = storedFlags(decided, receivers.has, world);
  const readers = readersOf(decided, receivers, world);
  const marked = presentedFlags({ ...decided, stored: userFlags, readers, receivers });
  const internal = internalFacts(decided, receivers.has, world);
  const extras = {
    ...(marked === null ? {} : { flags: marked }),
    ...strangersTo(decided, receivers, world),
    ...(decided.origin === null ? {} : { origin: decided.origin }),
    ...(texts.place === null ? { internal } : shortenFacts(internal)),
  };
  return {
    recipientId: facts.recipientId,
    channelId: facts.channelId,
    senderId: facts.senderId,
    topic: facts.topic,
    content: facts.content,
    renderedContent: facts.renderedContent,
    client: facts.client,
    bits: bitsOf(decided),
    idempotencyKey: decided.idempotencyKey,
    event: eventPieces(texts, extras, receivers),
    userFlags,
    guestReceivers: receivers.guests,
    readers: [...readers],
  };
}

function bitsOf({ called, facts, hasImage, hasLink }: DecidedMessage): number {
  return (
    (facts.content.startsWith("/me ") ? messageBits.isMe : 0) |
    (hasLink ? messageBits.hasLink : 0) |
    (hasImage ? messageBits.hasImage : 0) |
    (called.everyone ? messageBits.mentionsEveryone : 0)
  );
}

function eventPieces(
  { own, place }: MessageTexts,
  extras: object,
  { audience, isPublic }: Receivers,
): EventPieces {
  const message = `${own}}`;
  const text = JSON.stringify(extras);
  const rest = text === "{}" ? "}" : `,${text.slice(1)}`;
  if (place !== null) return { message, alike: place.addressed(audience, isPublic), rest };
  const addressed = `"audience":${audience}${isPublic ? ',"publicChannel":true' : ""}`;
  return { message, alike: null, rest: `,${addressed}${rest}` };
}

/** Guests in the channel who do not know the sender. */
function strangersTo(
  { facts: { channelId, senderId }, partnerIds }: DecidedMessage,
  { list }: Receivers,
  world: World,
): ReturnType<typeof strangersOf> {
  const user = world.users.users.get(senderId);
  if (channelId === null || !user || world.channels.isSubscribed(senderId, channelId)) return {};
  if (partnerIds === null && !limitsGuests(world.users)) return {};
  const known = { user, partnerIds: partnerIds ?? [] };
  return strangersOf(senderId, strangersAmong(list(), known, world), world.users);
}

interface Receivers {
  /** JSON text. */
  readonly audience: string;
  readonly has: (userId: number) => boolean;
  readonly list: () => Iterable<number>;
  /** Who receives it without being in the channel. */
  readonly guests: readonly number[];
  readonly isPublic: boolean;
}

function receiversOf(
  { channelId, participants }: MessageFacts,
  called: Called,
  { users, channels }: World,
): Receivers {
  if (channelId === null) {
    const audience: Audience = encodeAudience(participants ?? []);
    const has = (userId: number) => participants?.includes(userId) === true;
    const list = () => participants ?? [];
    return { audience: JSON.stringify(audience), has, list, guests: [], isPublic: false };
  }
  const subscribers = channels.subscribersOf(channelId);
  const guests = guestBots(called, { users, receives: (userId) => subscribers.has(userId) });
  const audience =
    guests.length === 0
      ? channels.audienceText(channelId)
      : JSON.stringify(encodeAudience([...subscribers.keys(), ...guests]));
  const has = (userId: number) => subscribers.has(userId) || guests.includes(userId);
  const isPublic = channels.channels.get(channelId)?.isPrivate === false;
  const list = () => [...subscribers.keys(), ...guests];
  return { audience, has, list, guests, isPublic };
}

function storedFlags(
  { called, starredBy }: DecidedMessage,
  receives: (userId: number) => boolean,
  { users }: World,
): readonly (readonly [userId: number, flags: number])[] {
  const flags = new Map<number, number>();
  const add = (ids: Iterable<number>, bit: number) => {
    for (const id of ids)
      if (receives(id) && keepsFlags(users.users.get(id)))
        flags.set(id, (flags.get(id) ?? 0) | bit);
  };
  add(called.all, flagBits.mentioned);
  add(called.topicParticipants, flagBits.topicWildcardMentioned);
  add(called.alerted, flagBits.hasAlertWord);
  add(starredBy, flagBits.starred);
  return [...flags];
}

/** Who has read it already when it comes: those who muted its sender, whoever it is not for, perhaps the sender. */
function readersOf(
  { facts, readBySender, readBy, unreadFor }: DecidedMessage,
  receivers: Receivers,
  { users }: World,
): ReadonlySet<number> {
  const readers = new Set(mutersOf(facts.senderId, users).filter(receivers.has));
  if (readBySender && receivers.has(facts.senderId)) readers.add(facts.senderId);
  for (const id of readBy) if (receivers.has(id)) readers.add(id);
  if (unreadFor !== null)
    for (const id of receivers.list()) if (!unreadFor.has(id)) readers.add(id);
  return readers;
}

interface Marking {
  readonly called: Called;
  readonly stored: readonly (readonly [userId: number, flags: number])[];
  readonly readers: ReadonlySet<number>;
  readonly receivers: Receivers;
  readonly unreadFor: ReadonlySet<number> | null;
}

/** The flags that clients see: under `*` what most have, and of each user who has others; null when nobody has any. */
function presentedFlags({
  called,
  stored,
  readers,
  receivers,
  unreadFor,
}: Marking): Readonly<Record<string, readonly string[]>> | null {
  const names = (bits: number, read: boolean) =>
    presentFlags({ bits, read, received: true, mentionsEveryone: called.everyone });
  const mostRead = unreadFor !== null;
  const flags: Record<string, readonly string[]> =
    called.everyone || mostRead ? { "*": names(0, mostRead) } : {};
  const own = new Map(stored);
  const others = unreadFor === null ? readers : [...unreadFor].filter(receivers.has);
  for (const userId of [...own.keys(), ...others])
    flags[userId] = names(own.get(userId) ?? 0, readers.has(userId));
  return Object.keys(flags).length === 0 ? null : flags;
}

/** What the webhooks service decides by (docs/behaviour/webhooks.md#what-calls-a-bot). */
function internalFacts(
  { facts, called }: DecidedMessage,
  receives: (userId: number) => boolean,
  { users }: World,
) {
  const mentionedUserIds = [...called.all].filter((id) => called.users.has(id) || receives(id));
  return { mentionedUserIds, senderIsBot: users.users.get(facts.senderId)?.isBot === true };
}
