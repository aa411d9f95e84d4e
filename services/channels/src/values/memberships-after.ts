import type { Memberships } from "@team-chat/policy";

import type { RealmChannels } from "./realm-channels.ts";

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
