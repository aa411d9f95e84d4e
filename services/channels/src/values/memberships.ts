import type { Memberships } from "@team-chat/policy";

import type { ChannelRow } from "./channel-row.ts";
import type { Personal } from "./personal.ts";
import type { RealmChannels } from "./realm-channels.ts";

/** Users who are to be subscribed to the same channels, to none of which they are yet. */
export interface Joining {
  /** Each once. */
  readonly userIds: readonly number[];
  /** Each once, at least one. */
  readonly channels: readonly ChannelRow[];
}

/** The settings that a membership begins with. */
export interface JoinedChannel {
  readonly channelId: number;
  readonly personal: Personal;
  /** True if the users left the channel before, and so have settings for it. */
  readonly isBack: boolean;
}

/** Users who are subscribed to the same channels with the same settings. */
export interface Joined {
  readonly userIds: readonly number[];
  readonly channels: readonly JoinedChannel[];
}

/** Groups the users by the set of channels that they lack; users who lack none are left out. */
export function groupJoining(
  userIds: readonly number[],
  wanted: readonly ChannelRow[],
  channels: RealmChannels,
): readonly Joining[] {
  const lacks = (userId: number) =>
    wanted.filter((channel) => !channels.isSubscribed(userId, channel.id));
  const groups = new Map<string, { readonly userIds: number[]; readonly channels: ChannelRow[] }>();
  for (const userId of userIds) {
    const own = lacks(userId);
    if (own.length === 0) continue;
    const key = own.map(({ id }) => id).join();
    const group = groups.get(key);
    if (group) group.userIds.push(userId);
    else groups.set(key, { userIds: [userId], channels: own });
  }
  return [...groups.values()];
}

/** Lists the users who joined each of the channels. */
export function listByChannel(additions: readonly Joined[]): UsersByChannel {
  const users = new Map<number, Set<number>>();
  for (const { channels, userIds } of additions) {
    for (const { channelId } of channels) {
      const known = users.get(channelId);
      if (known) for (const userId of userIds) known.add(userId);
      else users.set(channelId, new Set(userIds));
    }
  }
  return users;
}

/** Users by channel. */
export type UsersByChannel = ReadonlyMap<number, ReadonlySet<number>>;

const nobody: ReadonlySet<number> = new Set();

/** Memberships as they will be once a change that is under way is committed. */
export class MembershipsAfter implements Memberships {
  readonly #before: RealmChannels;
  readonly #added: UsersByChannel;
  readonly #removed: UsersByChannel;

  constructor(
    before: RealmChannels,
    {
      added = new Map(),
      removed = new Map(),
    }: { added?: UsersByChannel; removed?: UsersByChannel },
  ) {
    this.#before = before;
    this.#added = added;
    this.#removed = removed;
  }

  isSubscribed(userId: number, channelId: number): boolean {
    if (this.#added.get(channelId)?.has(userId)) return true;
    if (this.#removed.get(channelId)?.has(userId)) return false;
    return this.#before.isSubscribed(userId, channelId);
  }

  /** Without the users given, ascending. */
  subscribersOf(channelId: number, without: ReadonlySet<number>): readonly number[] {
    const removed = this.#removed.get(channelId) ?? nobody;
    const ids = new Set(this.#before.subscribersOf(channelId));
    for (const id of this.#added.get(channelId) ?? nobody) ids.add(id);
    return [...ids].filter((id) => !removed.has(id) && !without.has(id)).toSorted((a, b) => a - b);
  }
}

/** Pairs of channel and user as users by channel. */
export function groupByChannel(
  pairs: Iterable<{ readonly channelId: number; readonly userId: number }>,
): UsersByChannel {
  const users = new Map<number, Set<number>>();
  for (const { channelId, userId } of pairs) {
    const known = users.get(channelId);
    if (known) known.add(userId);
    else users.set(channelId, new Set([userId]));
  }
  return users;
}
