import { type ChannelsState, getChannelsState } from "@team-chat/contract";
import { Projection } from "@team-chat/projection";
import type { ServiceClient } from "@team-chat/rpc";

import { ChannelMembers } from "./channel-members.ts";

const self = { kind: "service", name: "users" } as const;

/** Returns who is in which channel, by organization, as the channels service tells. */
export function membersOf(channels: ServiceClient): Projection<ChannelMembers, ChannelsState> {
  return new Projection({
    fetch: (realmId, since) =>
      channels.call(getChannelsState, self, { realmId, since }, { realmId }),
    empty: () => new ChannelMembers(),
    apply: (members, state) => members.apply(state),
  });
}
