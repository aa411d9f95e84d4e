import type { DomainEvent } from "@team-chat/contract";
import type { Emit } from "@team-chat/outbox";
import type { Transaction } from "@team-chat/pg";
import { limitsGuests } from "@team-chat/policy";

import type { Context } from "../context.ts";
import type { RealmWorld } from "../directories/realm-world.ts";
import { linkFiles } from "../files/link-files.ts";
import type { MessageFacts } from "../present/wide-message.ts";
import { findSent } from "../queries/idempotency.ts";
import { batchTexts, eventText, insertMessagesWithin } from "../queries/insert-messages.ts";
import { listPartners } from "../queries/partners.ts";
import { insertSubmessage } from "../queries/submessages.ts";
import { addressMessage, type DecidedMessage, fullTexts, shortTexts } from "./address-message.ts";
import type { ComposedMessage } from "./compose-message.ts";
import type { OutgoingMessage } from "./message-writer.ts";
import type { Target } from "./resolve-target.ts";
import { pastTopicFence, TopicFenced } from "./topic-fence.ts";

type Sending = ComposedMessage &
  Pick<DecidedMessage, "readBySender" | "idempotencyKey" | "origin"> & {
    readonly client: string;
    readonly readBy?: readonly number[];
    readonly starredBy?: readonly number[];
    readonly unreadFor?: ReadonlySet<number>;
  };

/** A transaction in which messages are written. */
export interface WriteWork {
  readonly ctx: Context;
  readonly tx: Transaction;
  readonly emit: Emit;
}

/** Commits a composed message and returns its id, or that of the first with the same key. @throws SERVICE_UNAVAILABLE */
export async function writeMessage(
  ctx: Context,
  world: RealmWorld,
  sending: Sending,
): Promise<number> {
  const texts = ctx.shortEvents ? shortTexts : fullTexts;
  const { outgoing, facts } = await prepareMessage(ctx, world, { ...sending, texts });
  const id = await pastTopicFence(ctx, world.realmId, () =>
    sending.widget === null && sending.uploads.length === 0
      ? writeAmongOthers(ctx, world.realmId, { outgoing, facts })
      : writeAlone(ctx, world, sending),
  );
  if (facts.channelId !== null) ctx.topics.add({ ...facts, realmId: world.realmId });
  return id;
}

/** The usual way, which has channels say what is new of it only where that may be anything. */
async function writeAmongOthers(
  { channelFollower, outbox, writer }: Context,
  realmId: number,
  { facts: { channelId }, outgoing }: Prepared,
): Promise<number> {
  const id = await writer.write(realmId, outgoing);
  if (channelId !== null && channelFollower.isNews(realmId, { channelId, id }))
    await outbox.followers.follow(realmId, () => channelFollower.compare(realmId, [channelId]));
  return id;
}

/** Messages with a submessage or with links to files bring rows of their own, so that they are not written together with others. */
async function writeAlone(ctx: Context, world: RealmWorld, sending: Sending): Promise<number> {
  const { realmId } = world;
  const id = await ctx.outbox.transaction(
    realmId,
    (tx, emit) => writeMessageWithin({ ctx, tx, emit }, world, sending),
    { gateFirst: true },
  );
  const key = sending.idempotencyKey;
  const first = id ?? (key && (await findSent(ctx.hot, { realmId, userId: world.actor.id, key })));
  if (!first) throw new Error("A message was neither written nor written before.");
  return first;
}

/**
 * Writes a composed message within a transaction that holds the realm's commit gate from its beginning (`gateFirst`), and emits its event.
 * Null when its key was used before: then nothing was written. @throws TopicFenced, for `pastTopicFence` around the transaction
 */
export async function writeMessageWithin(
  { ctx, tx, emit }: WriteWork,
  world: RealmWorld,
  sending: Sending,
): Promise<number | null> {
  const { outgoing } = await prepareMessage(ctx, world, { ...sending, texts: fullTexts });
  const message = outgoing.prepare();
  const [row] = await insertMessagesWithin(tx, world.realmId, [message]);
  if (!row) throw new Error("A message was not written: its recipient does not exist.");
  if (row.fence !== null) throw new TopicFenced({ ...message, fence: row.fence });
  if (row.id === null) return null;
  const [tail = ""] = batchTexts([message]).tails;
  const event = JSON.parse(eventText(tail, row.id, row.sent_at)) as DomainEvent;
  emit(sending.widget === null ? event : await withWidget(tx, world, { event, ...sending }));
  if (sending.uploads.length > 0)
    await linkFiles({ tx, emit }, world, { messageId: row.id, uploads: sending.uploads });
  return row.id;
}

async function withWidget(
  tx: Transaction,
  { realmId, actor }: RealmWorld,
  { event: { event, ...rest }, widget }: { event: DomainEvent; widget: string | null },
): Promise<DomainEvent> {
  const message = event["message"] as { readonly id: number };
  const submessage = await insertSubmessage(tx, realmId, {
    msg_type: "widget",
    content: widget ?? "",
    message_id: message.id,
    sender_id: actor.id,
  });
  return { ...rest, event: { ...event, message: { ...message, submessages: [submessage] } } };
}

/** With the form in which its event is written. */
type Written = Sending & { readonly texts: typeof fullTexts };

interface Prepared {
  readonly outgoing: OutgoingMessage;
  readonly facts: MessageFacts;
}

async function prepareMessage(
  ctx: Context,
  world: RealmWorld,
  sending: Written,
): Promise<Prepared> {
  const place = await placeOf(ctx, world.realmId, sending.target);
  const partnerIds = needsPartners(world, place.channelId) ? await partnersOf(ctx, world) : null;
  return outgoingOf(world, sending, { place, partnerIds });
}

function outgoingOf(
  world: RealmWorld,
  sending: Written,
  { place, partnerIds }: { place: Place; partnerIds: DecidedMessage["partnerIds"] },
): Prepared {
  const { content, html: renderedContent, client } = sending;
  const facts = { ...place, senderId: world.actor.id, content, renderedContent, client };
  const { hasLink, hasImage, called, readBySender } = sending;
  const { readBy = [], starredBy = [], unreadFor = null } = sending;
  const { idempotencyKey, origin } = sending;
  const decided = {
    facts,
    hasLink,
    hasImage,
    called,
    readBySender,
    readBy,
    starredBy,
    unreadFor,
    idempotencyKey,
    origin,
    partnerIds,
  };
  const texts = sending.texts(facts, world);
  const prepare = () => addressMessage(decided, texts, world);
  const chars = texts.own.length + facts.renderedContent.length;
  return { outgoing: { chars, prepare }, facts };
}

/** Only where somebody in the channel may not know the sender: who is in a channel is known to everybody there. */
function needsPartners({ actor, channels, users }: RealmWorld, channelId: number | null): boolean {
  return channelId !== null && !channels.isSubscribed(actor.id, channelId) && limitsGuests(users);
}

async function partnersOf(
  { hot }: Context,
  { actor, realmId }: RealmWorld,
): Promise<readonly number[]> {
  const [found] = await listPartners(hot, realmId, [actor.id]);
  return found?.partnerIds ?? [];
}

type Place = Pick<MessageFacts, "recipientId" | "channelId" | "participants" | "topic">;

async function placeOf({ recipients }: Context, realmId: number, target: Target): Promise<Place> {
  if (target.kind === "channel") {
    const { channel, topic } = target;
    const recipientId = await recipients.ofChannel(realmId, channel.id);
    return { recipientId, channelId: channel.id, participants: null, topic };
  }
  const participants = target.participants.map(({ id }) => id);
  const recipientId = await recipients.ofUsers(realmId, participants);
  return { recipientId, channelId: null, participants, topic: "" };
}
