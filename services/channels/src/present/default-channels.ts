import { isGuest } from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import type { ChannelRow } from "../values/channel-row.ts";

/** Lists ids of the channels that new users are subscribed to, ascending. */
export function listDefaultChannels(channels: readonly ChannelRow[]): number[] {
  return channels
    .filter((channel) => channel.isDefault && !channel.isArchived)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
}

/** Lists the users who are told of changes of the default channels. */
export function listNonGuests(users: UserDirectory): number[] {
  return [...users.users.values()]
    .filter((user) => user.isActive && !isGuest(user))
    .map(({ id }) => id);
}
