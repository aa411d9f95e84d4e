import type {
  ChannelRecord,
  ChannelsState,
  MembershipRecord,
  TopicPolicyRecord,
} from "@team-chat/contract";

/** Values of a topic preference (docs/behaviour/subscriptions.md#topic-preferences). */
export const topicPolicy = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** Topic preferences of users in memory. Topics compare without regard to case. */
export class TopicPolicies {
  /** By user, then channel, then topic in lower case; none that are 0. */
  readonly #policies = new Map<number, Map<number, Map<string, number>>>();

  /** Number of topics that somebody has chosen something for, or had once. */
  get size(): number {
    let size = 0;
    for (const channels of this.#policies.values())
      for (const topics of channels.values()) size += topics.size;
    return size;
  }

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
    return this.#policies.get(userId) ?? noPolicies;
  }

  find(userId: number, channelId: number, topic: string): number {
    const policy = this.of(userId).get(channelId)?.get(topic.toLowerCase());
    return policy ?? topicPolicy.none;
  }
}

const noPolicies: ReadonlyMap<number, ReadonlyMap<string, number>> = new Map();

/** A realm's channels and who is subscribed to them, in memory. Names compare case-insensitively. */
export class ChannelDirectory {
  version = 0;
  readonly channels = new Map<number, ChannelRecord>();
  readonly topicPolicies = new TopicPolicies();
  readonly #byName = new Map<string, ChannelRecord>();
  /** Active memberships by channel, then user. */
  readonly #subscribers = new Map<number, Map<number, MembershipRecord>>();
  readonly #channelsOf = new Map<number, Set<number>>();

  /** Memory that it takes, roughly: as measured with many memberships and none. */
  get bytes(): number {
    let memberships = 0;
    for (const subscribers of this.#subscribers.values()) memberships += subscribers.size;
    const { size } = this.topicPolicies;
    return 2000 + 1000 * this.channels.size + 150 * memberships + 100 * size;
  }

  apply(delta: ChannelsState): void {
    for (const channel of delta.channels) {
      const before = this.channels.get(channel.id);
      if (before) this.#byName.delete(before.name.toLowerCase());
      this.channels.set(channel.id, channel);
    }
    for (const channel of delta.channels) this.#byName.set(channel.name.toLowerCase(), channel);
    for (const membership of delta.memberships) this.#applyMembership(membership);
    for (const record of delta.topicPolicies) this.topicPolicies.apply(record);
    this.version = delta.version;
  }

  findByName(name: string): ChannelRecord | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  /** Active memberships of a channel by user id. */
  subscribersOf(channelId: number): ReadonlyMap<number, MembershipRecord> {
    return this.#subscribers.get(channelId) ?? none;
  }

  /** Returns the channels a user is subscribed to. */
  channelsOf(userId: number): ReadonlySet<number> {
    return this.#channelsOf.get(userId) ?? nothing;
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return this.#subscribers.get(channelId)?.has(userId) ?? false;
  }

  #applyMembership(membership: MembershipRecord): void {
    const { channelId, userId, active } = membership;
    const subscribers = this.#subscribers.get(channelId) ?? new Map<number, MembershipRecord>();
    const channels = this.#channelsOf.get(userId) ?? new Set<number>();
    if (active) {
      subscribers.set(userId, membership);
      channels.add(channelId);
    } else {
      subscribers.delete(userId);
      channels.delete(channelId);
    }
    this.#subscribers.set(channelId, subscribers);
    this.#channelsOf.set(userId, channels);
  }
}

const none: ReadonlyMap<number, MembershipRecord> = new Map();
const nothing: ReadonlySet<number> = new Set();
