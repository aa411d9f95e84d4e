import { topicPolicy } from "@team-chat/projection";

import type { RealmView } from "../domain/directories/realm-view.ts";

/**
 * Tells whether the actor has muted a topic: it is muted itself, or its channel is and the topic is neither unmuted nor
 * followed (docs/behaviour/narrows.md#terms-about-the-reader, `is:muted`).
 */
export function isMutedTopic(
  { actor, channels }: Pick<RealmView, "actor" | "channels">,
  channelId: number,
  topic: string,
): boolean {
  const policy = channels.topicPolicies.find(actor.id, channelId, topic);
  if (policy !== topicPolicy.none) return policy === topicPolicy.muted;
  return isMutedChannel({ actor, channels }, channelId);
}

/** Tells whether the actor has muted the channel; a channel without subscription is not muted. */
export function isMutedChannel(
  { actor, channels }: Pick<RealmView, "actor" | "channels">,
  channelId: number,
): boolean {
  return channels.subscribersOf(channelId).get(actor.id)?.muted === true;
}
