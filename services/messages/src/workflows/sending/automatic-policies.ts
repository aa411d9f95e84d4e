import type { setTopicVisibilityFor } from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/directories/realm-view.ts";
import {
  automaticPolicy,
  followsMention,
  type TopicAction,
} from "../../policies/automatic-visibility.ts";
import { mayReadWholeHistory } from "../../policies/history.ts";
import type { Draft } from "../../sending/draft.ts";
import type { Target } from "../../sending/target.ts";

type Change = z.input<typeof setTopicVisibilityFor.input>;
type ChannelTarget = Extract<Target, { kind: "channel" }>;

/**
 * The changes that sending makes to preferences for its topic
 * (docs/behaviour/messages.md#automatic-topic-preferences); null where it makes none.
 */
export interface PoliciesAfterSending {
  readonly own: Change | null;
  /** Of those who are mentioned. */
  readonly others: Change | null;
}

/** Finds out how sending a message will change preferences for its topic. */
export async function policiesAfterSending(
  ctx: Context,
  { mentioned, realm, target }: Draft,
): Promise<PoliciesAfterSending> {
  if (target.kind === "direct") return { own: null, others: null };
  const own = await policyAfter(ctx, realm, { target, action: "send" });
  const others = policyOfMentioned(realm, { target, userIds: mentioned.personally, own });
  return { own, others };
}

interface Mentioning {
  readonly target: ChannelTarget;
  readonly userIds: ReadonlySet<number>;
  /** The sender's change. */
  readonly own: Change | null;
}

/** Finds out how being mentioned changes the preferences of others. */
function policyOfMentioned(
  realm: RealmView,
  { target, userIds: mentioned, own }: Mentioning,
): Change | null {
  if (mentioned.size === 0) return null;
  const members = realm.channels.subscribersOf(target.channel.id);
  const userIds = [...mentioned].filter((id) => {
    const user = realm.users.users.get(id);
    const isOwn = own !== null && id === realm.actor.id;
    if (!user || isOwn || !members.has(id)) return false;
    return followsMention(user, policyOf(realm, target, id));
  });
  if (userIds.length === 0) return null;
  return { ...topicOf(realm, target), userIds, policy: 3, keepMuted: true };
}

/** Finds out how taking part changes the actor's own preference. */
export async function policyAfter(
  ctx: Context,
  realm: RealmView,
  { target, action }: { target: ChannelTarget; action: TopicAction },
): Promise<Change | null> {
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

function policyOf({ channels }: RealmView, target: ChannelTarget, userId: number): number {
  return channels.topicPolicies.find(userId, target.channel.id, target.topic);
}

function topicOf({ realmId }: RealmView, { channel, topic }: ChannelTarget) {
  return { realmId, channelId: channel.id, topic };
}
