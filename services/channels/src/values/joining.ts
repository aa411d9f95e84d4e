import type { ChannelRow } from "./channel-row.ts";
import type { UsersByChannel } from "./memberships-after.ts";
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
