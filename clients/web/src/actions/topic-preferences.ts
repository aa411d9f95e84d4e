import { call } from "../api/call.ts";
import { setTopicVisibility, updateSubscriptionProperties } from "../api/operations.ts";
import { topicKey } from "../state/conversation.ts";
import { isTopicMuted, topicPolicies } from "../state/selectors.ts";
import type { ServerEvent } from "../state/state.ts";
import { type Acting, change } from "./change.ts";

interface Topic {
  readonly channelId: number;
  readonly topic: string;
}

/** Follows a topic, or ceases to. */
export async function toggleFollowed(acting: Acting, where: Topic): Promise<void> {
  const isFollowed = policyOf(acting, where) === topicPolicies.followed;
  await setPolicy(acting, where, isFollowed ? topicPolicies.none : topicPolicies.followed);
}

/** Mutes a topic, or unmutes it: in a muted channel that makes it an exception. */
export async function toggleTopicMuted(acting: Acting, where: Topic): Promise<void> {
  const state = acting.client.state.peek();
  const { channelId, topic } = where;
  const isChannelMuted = state.channels.get(channelId)?.is_muted === true;
  if (!isTopicMuted(state, channelId, topic))
    await setPolicy(acting, where, isChannelMuted ? topicPolicies.none : topicPolicies.muted);
  else await setPolicy(acting, where, isChannelMuted ? topicPolicies.unmuted : topicPolicies.none);
}

function policyOf({ client }: Acting, { channelId, topic }: Topic): number {
  return client.state.peek().topicPolicies.get(topicKey(channelId, topic)) ?? topicPolicies.none;
}

async function setPolicy(acting: Acting, where: Topic, policy: number): Promise<void> {
  const { channelId: stream_id, topic } = where;
  const event = (visibility_policy: number): ServerEvent => ({
    type: "user_topic",
    stream_id,
    topic_name: topic,
    last_updated: 0,
    visibility_policy,
  });
  await change(acting, {
    show: event(policy),
    takeBack: event(policyOf(acting, where)),
    send: () => call(setTopicVisibility, { stream_id, topic, visibility_policy: policy }),
  });
}

/** Changes whether a channel that one is in is muted, or stands first. */
export async function toggleChannel(
  acting: Acting,
  channelId: number,
  property: "is_muted" | "pin_to_top",
): Promise<void> {
  const isOn = acting.client.state.peek().channels.get(channelId)?.[property] === true;
  const event = (value: boolean): ServerEvent => ({
    type: "subscription",
    op: "update",
    stream_id: channelId,
    property,
    value,
  });
  await change(acting, {
    show: event(!isOn),
    takeBack: event(isOn),
    send: () =>
      call(updateSubscriptionProperties, {
        subscription_data: [{ stream_id: channelId, property, value: !isOn }],
      }),
  });
}
