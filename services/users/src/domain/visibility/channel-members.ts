import type { ChannelsState } from "@team-chat/contract";

import { IdSet } from "../../values/id-set.ts";

/** Subscriptions by user and channel of an organization: a bit for each pair. */
export class ChannelMembers {
  version = 0;
  readonly #channels = new Map<number, IdSet>();

  /** Memory that it takes, roughly. */
  get bytes(): number {
    let bytes = 0;
    for (const members of this.#channels.values()) bytes += 200 + members.bytes;
    return bytes;
  }

  apply({ memberships, version }: Pick<ChannelsState, "memberships" | "version">): void {
    const joined = new Map<number, number[]>();
    for (const { active, channelId, userId } of memberships) {
      if (!active) {
        this.#channels.get(channelId)?.delete(userId);
        continue;
      }
      const userIds = joined.get(channelId) ?? [];
      userIds.push(userId);
      joined.set(channelId, userIds);
    }
    for (const [channelId, userIds] of joined) {
      const members = this.#channels.get(channelId) ?? IdSet.of([]);
      members.addAll(IdSet.of(userIds));
      this.#channels.set(channelId, members);
    }
    this.version = version;
  }

  /** Returns everybody in one of the channels that the user is in. */
  besides(userId: number): IdSet {
    const all = IdSet.of([]);
    for (const members of this.#channels.values()) if (members.has(userId)) all.addAll(members);
    return all;
  }
}
