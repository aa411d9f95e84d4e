import type { Context } from "../context.ts";
import type { RealmWorld } from "../directories/realm-world.ts";
import type { MessageFacts } from "../present/wide-message.ts";
import { addressMessage, type DecidedMessage, messageText } from "./address-message.ts";
import type { ComposedMessage } from "./compose-message.ts";
import type { Target } from "./resolve-target.ts";

type Sending = ComposedMessage &
  Pick<DecidedMessage, "readBySender" | "idempotencyKey" | "origin"> & { readonly client: string };

/** Commits a composed message and returns its id, or that of the first with the same key. @throws SERVICE_UNAVAILABLE */
export async function writeMessage(
  ctx: Context,
  world: RealmWorld,
  sending: Sending,
): Promise<number> {
  const facts = await factsOf(ctx, world, sending);
  const { hasLink, called, readBySender, idempotencyKey, origin } = sending;
  const decided = { facts, hasLink, called, readBySender, idempotencyKey, origin };
  const text = messageText(facts, world);
  return ctx.writer.write(world.realmId, {
    chars: text.length,
    prepare: () => addressMessage(decided, text, world),
  });
}

async function factsOf(
  ctx: Context,
  { realmId, actor }: RealmWorld,
  { target, content, html, client }: Sending,
): Promise<MessageFacts> {
  return {
    ...(await placeOf(ctx, realmId, target)),
    senderId: actor.id,
    content,
    renderedContent: html,
    client,
  };
}

async function placeOf(ctx: Context, realmId: number, target: Target) {
  if (target.kind === "channel") {
    const { channel, topic } = target;
    const recipientId = await ctx.recipients.ofChannel(realmId, channel.id);
    return { recipientId, channelId: channel.id, participants: null, topic };
  }
  const participants = target.participants.map(({ id }) => id);
  const recipientId = await ctx.recipients.ofUsers(realmId, participants);
  return { recipientId, channelId: null, participants, topic: "" };
}
