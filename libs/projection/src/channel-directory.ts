import type { ChannelRecord, ChannelsState, MembershipRecord } from "@team-chat/contract";

import { TopicPolicies } from "./topic-policies.ts";

/** A realm's channels and who is subscribed to them, in memory. Names compare case-insensitively. */
export class ChannelDirectory {
  version = 0;
  readonly channels = new Map<number, ChannelRecord>();
  readonly topicPolicies = new TopicPolicies();
  readonly #byName = new Map<string, ChannelRecord>();
  /** Active memberships by channel, then user. */
  readonly #subscribers = new Map<number, Map<number, MembershipRecord>>();
  readonly #channelsOf = new Map<number, Set<number>>();

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
