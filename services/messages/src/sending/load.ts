// See docs/subsystems/messages.md, Writing.
import type { RenderedText } from "@team-chat/markdown";

import type { RealmView } from "../domain/directories/realm-view.ts";
import type { Recipients } from "../domain/recipients.ts";
import { type RealmSources, reloadRealm } from "../loading/load-realm.ts";
import { checkChannelMessage, checkNewTopic } from "../policies/channel-message.ts";
import { checkDirectMessage } from "../policies/direct-message.ts";
import {
  checkGroupMentions,
  checkWildcards,
  type Mentioned,
  mentionedBy,
} from "../policies/mention.ts";
import { normaliseContent } from "../policies/message-text.ts";
import { widgetOf } from "../policies/widget.ts";
import { hasMessages } from "../queries/recipients/recipients.ts";
import { listTopicParticipants } from "../queries/topics/topics.ts";
import { type Draft, type GivenDelivery, usualDelivery } from "./draft.ts";
import type { ExistingTopics } from "./existing-topics.ts";
import { renderContent, type RenderSources } from "./render-content.ts";
import type { Target } from "./target.ts";

/** Everything that loading a message reads from. */
interface DraftSources extends RealmSources, RenderSources {
  readonly recipients: Recipients;
  readonly topics: ExistingTopics;
}

interface GivenMessage extends GivenDelivery {
  /** Called again with the realm as it is then, when rendering had to wait. */
  readonly findTarget: (realm: RealmView) => Target | Promise<Target>;
  readonly content: string;
}

const nobody: ReadonlySet<number> = new Set();

/**
 * Loads a message that the realm's actor wants to send, and checks that they may: refusals come in the
 * documented order (docs/behaviour/messages.md#sending-a-message).
 * @throws what `findTarget` and the policies throw, RATE_LIMIT_HIT
 */
export async function loadDraft(
  sources: DraftSources,
  before: RealmView,
  { findTarget, content: given, ...delivery }: GivenMessage,
): Promise<Draft> {
  let realm = before;
  let target = await findTarget(realm);
  const content = normaliseContent(given);
  await checkTarget(sources, realm, target);
  const rendered = await renderContent(sources, realm, { content });
  if (rendered.waited) {
    realm = await reloadRealm(sources, realm);
    target = await findTarget(realm);
    await checkTarget(sources, realm, target);
  }
  const mentioned = await resolveMentions(sources, realm, { target, rendered });
  const widget = delivery.widget ?? widgetOf(content);
  return { ...usualDelivery, ...delivery, widget, realm, target, content, rendered, mentioned };
}

/** Checks that the actor may write to the target at all. @throws what the policies throw */
async function checkTarget(
  { hot, recipients, topics }: DraftSources,
  { actor, channels, realmId, users }: RealmView,
  target: Target,
): Promise<void> {
  if (target.kind === "channel") {
    const { channel, topic } = target;
    checkChannelMessage(actor, target, { channels, users });
    await checkNewTopic(actor, { channel, users }, async () => {
      const recipientId = await recipients.ofChannel(realmId, channel.id);
      return topics.has({ realmId, recipientId, topic }, null);
    });
    return;
  }
  const { participants } = target;
  await checkDirectMessage(actor, { participants, users }, async () => {
    const ids = participants.map(({ id }) => id);
    const recipientId = await recipients.findOfUsers(realmId, ids);
    return recipientId !== null && (await hasMessages(hot, realmId, recipientId));
  });
}

interface RenderedMessage {
  readonly target: Target;
  readonly rendered: RenderedText;
}

/** Finds out whom a text mentions, and checks that its author may. @throws what the policies throw */
export async function resolveMentions(
  { hot, recipients }: Pick<DraftSources, "hot" | "recipients">,
  { actor, channels, realmId, users }: RealmView,
  { target, rendered }: RenderedMessage,
): Promise<Mentioned> {
  const { mentions } = rendered;
  let subscribers = 0;
  let topicParticipants = nobody;
  if (target.kind === "channel") {
    const { channel, topic } = target;
    if (mentions.everyone) subscribers = channels.subscribersOf(channel.id).size;
    if (mentions.topic) {
      const recipientId = await recipients.ofChannel(realmId, channel.id);
      const writers = await listTopicParticipants(hot, { realmId, recipientId, topic });
      topicParticipants = new Set([...writers, actor.id]);
    }
  }
  checkWildcards(actor, { subscribers, topicParticipants: topicParticipants.size }, users);
  checkGroupMentions(actor, mentions.groupIds, users);
  return mentionedBy(rendered, topicParticipants, users);
}
