import type { setTopicVisibilityFor } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import { automaticPolicy, type TopicAction } from "../../policies/automatic-visibility.ts";
import { mayReadWholeHistory } from "../../policies/history.ts";
import type { Draft } from "../../sending/draft.ts";
import type { Target } from "../../sending/target.ts";

/** A change of preferences for a topic. */
export type PolicyChange = z.input<typeof setTopicVisibilityFor.input>;
type ChannelTarget = Extract<Target, { kind: "channel" }>;

/**
 * Finds out how sending a message will change the sender's own preference for its topic
 * (docs/behaviour/messages.md#automatic-topic-preferences); null where it changes nothing.
 */
export async function policyAfterSending(
  ctx: Context,
  { realm, target }: Draft,
): Promise<PolicyChange | null> {
  return target.kind === "direct" ? null : policyAfter(ctx, realm, { target, action: "send" });
}

/** Finds out how taking part changes the actor's own preference. */
export async function policyAfter(
  ctx: Context,
  realm: RealmView,
  { target, action }: { target: ChannelTarget; action: TopicAction },
): Promise<PolicyChange | null> {
  const { actor, channels } = realm;
  const before = policyOf(realm, target, actor.id);
  const channelMuted = channels.subscribersOf(target.channel.id).get(actor.id)?.muted === true;
  const state = { action, policy: before, channelMuted };
  const policy = await automaticPolicy(actor, state, () => isStarting(ctx, realm, target));
  if (policy === null) return null;
  return { ...topicOf(realm, target), userIds: [actor.id], policy, keepMuted: false };
}

async function isStarting(
  ctx: Context,
  realm: RealmView,
  { channel, topic }: ChannelTarget,
): Promise<boolean> {
  const { realmId, actor } = realm;
  const receivedBy = mayReadWholeHistory(actor, channel, realm) ? null : actor.id;
  const recipientId = await ctx.recipients.ofChannel(realmId, channel.id);
  return !(await ctx.topics.has({ realmId, recipientId, topic }, receivedBy));
}

/** Returns the preference that a user has for the topic. */
export function policyOf({ channels }: RealmView, target: ChannelTarget, userId: number): number {
  return channels.topicPolicies.find(userId, target.channel.id, target.topic);
}

/** Names the topic as changes of preferences do. */
export function topicOf({ realmId }: RealmView, { channel, topic }: ChannelTarget) {
  return { realmId, channelId: channel.id, topic };
}
