import type { TopicPolicyRecord } from "@team-chat/contract";

/** Values of a topic preference (docs/behaviour/subscriptions.md#topic-preferences). */
export const topicPolicy = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** Topic preferences of users in memory. Topics compare without regard to case. */
export class TopicPolicies {
  /** By user, then channel, then topic in lower case; none that are 0. */
  readonly #policies = new Map<number, Map<number, Map<string, number>>>();

  apply({ userId, channelId, topic, policy }: TopicPolicyRecord): void {
    const channels = this.#policies.get(userId) ?? new Map<number, Map<string, number>>();
    const topics = channels.get(channelId) ?? new Map<string, number>();
    if (policy === topicPolicy.none) topics.delete(topic.toLowerCase());
    else topics.set(topic.toLowerCase(), policy);
    channels.set(channelId, topics);
    this.#policies.set(userId, channels);
  }

  /** Returns preferences by channel, then topic in lower case; 0 for topics that are not there. */
  of(userId: number): ReadonlyMap<number, ReadonlyMap<string, number>> {
    return this.#policies.get(userId) ?? none;
  }

  find(userId: number, channelId: number, topic: string): number {
    const policy = this.of(userId).get(channelId)?.get(topic.toLowerCase());
    return policy ?? topicPolicy.none;
  }
}

const none: ReadonlyMap<number, ReadonlyMap<string, number>> = new Map();
