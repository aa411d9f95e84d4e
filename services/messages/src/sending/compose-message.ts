import type { RenderedText } from "@team-chat/markdown";

import type { Context } from "../context.ts";
import type { RealmWorld } from "../directories/realm-world.ts";
import { checkChannelMessage, checkNewTopic } from "../policies/channel-message.ts";
import { normaliseContent } from "../policies/content.ts";
import { checkDirectMessage } from "../policies/direct-message.ts";
import { checkGroupMentions, checkWildcards } from "../policies/mention.ts";
import { widgetOf } from "../policies/widget.ts";
import { hasMessages } from "../queries/recipients.ts";
import { listTopicParticipants } from "../queries/topics.ts";
import { type Called, calledBy } from "./called-users.ts";
import { renderContent, type Text } from "./render-content.ts";
import type { Target } from "./resolve-target.ts";

const nobody: ReadonlySet<number> = new Set();

/** A message whose sender may send it. */
export interface ComposedMessage {
  readonly target: Target;
  readonly content: string;
  readonly rendered: RenderedText;
  readonly html: string;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  /** Paths below `/user_uploads/` that it links to. */
  readonly uploads: readonly string[];
  readonly called: Called;
  /** The first submessage, as JSON text, of a poll or a todo list. */
  readonly widget: string | null;
}

/** Normalises, checks and renders, in the order of reference/behaviour.md §2.1. @throws what the policies throw, RATE_LIMIT_HIT */
export async function composeMessage(
  ctx: Context,
  world: RealmWorld,
  { target, content: given, rendered: known }: Wanted,
): Promise<ComposedMessage> {
  const content = normaliseContent(given);
  await checkTarget(ctx, world, target);
  const rendered = known ?? (await renderContent(ctx, world, { content }));
  return checkCalls(ctx, world, { target, content, rendered });
}

interface Wanted {
  readonly target: Target;
  readonly content: string;
  /** Left out when the content has not been rendered before. */
  readonly rendered?: RenderedText | undefined;
}

/** A text that was rendered already, with where it stands. */
interface Placed {
  readonly target: Target;
  readonly content: string;
  readonly rendered: RenderedText;
}

/** The message, when its author may call whom it calls. @throws what the policies throw */
export async function checkCalls(
  ctx: Pick<Context, "hot" | "recipients">,
  world: RealmWorld,
  { target, content, rendered }: Placed,
): Promise<ComposedMessage> {
  const message = messageOf({ target, content, rendered });
  const topicParticipants =
    rendered.mentions.topic && target.kind === "channel"
      ? await participantsCalled(ctx, world, target)
      : nobody;
  return checked(world, message, topicParticipants);
}

type RenderedMessage = Omit<ComposedMessage, "called"> & RenderedText;

function messageOf({ target, content, rendered }: Placed): RenderedMessage {
  return { ...rendered, rendered, target, content, widget: widgetOf(content) };
}

/** The message with whom it calls. @throws what the policies throw */
function checked(
  { actor, channels, users }: RealmWorld,
  rendered: RenderedMessage,
  topicParticipants: ReadonlySet<number>,
): ComposedMessage {
  const { mentions, target } = rendered;
  const subscribers =
    target.kind === "channel" && mentions.everyone
      ? channels.subscribersOf(target.channel.id).size
      : 0;
  checkWildcards(actor, { subscribers, topicParticipants: topicParticipants.size }, users);
  checkGroupMentions(actor, mentions.groupIds, users);
  return { ...rendered, called: calledBy(rendered, topicParticipants, users) };
}

/** The same for what may be said anyway, such as a bot's reply: without asking for permission. @throws BAD_REQUEST, RATE_LIMIT_HIT */
export async function composeFreely(
  ctx: Context,
  world: RealmWorld,
  { target, content: given, ...how }: Text & { readonly target: Target },
): Promise<ComposedMessage> {
  const content = normaliseContent(given);
  const rendered = await renderContent(ctx, world, { ...how, content });
  const message = messageOf({ target, content, rendered });
  return { ...message, called: calledBy(message, nobody, world.users) };
}

async function checkTarget(ctx: Context, world: RealmWorld, target: Target): Promise<void> {
  if (target.kind === "channel") {
    checkChannelMessage(world.actor, target, world);
    const { channel, topic } = target;
    const { realmId } = world;
    return checkNewTopic(world.actor, { channel, users: world.users }, async () => {
      const recipientId = await ctx.recipients.ofChannel(realmId, channel.id);
      return ctx.topics.has({ realmId, recipientId, topic }, null);
    });
  }
  const { participants } = target;
  return checkDirectMessage(world.actor, { participants, users: world.users }, async () => {
    const ids = participants.map(({ id }) => id);
    const recipientId = await ctx.recipients.findOfUsers(world.realmId, ids);
    return recipientId !== null && (await hasMessages(ctx.hot, world.realmId, recipientId));
  });
}

/** Who is called by a topic wildcard: all who wrote in the topic, and the sender. */
async function participantsCalled(
  ctx: Pick<Context, "hot" | "recipients">,
  { realmId, actor }: RealmWorld,
  { channel, topic }: Extract<Target, { kind: "channel" }>,
): Promise<ReadonlySet<number>> {
  const recipientId = await ctx.recipients.ofChannel(realmId, channel.id);
  const writers = await listTopicParticipants(ctx.hot, { realmId, recipientId, topic });
  return new Set([...writers, actor.id]);
}
