import { type Actor, type Directories, hasMetadataAccess } from "@team-chat/policy";

import type { ChannelRow } from "../values/channel-row.ts";
import type { RealmChannels } from "../values/realm-channels.ts";
import { invalidChannelId, invalidChannelName } from "./refusals.ts";

/** Both directories of a realm with the user who asks. */
export interface Asked {
  readonly actor: Actor;
  readonly users: Directories["users"];
  readonly channels: RealmChannels;
}

/**
 * Returns a channel whose existence the user may know of.
 * @throws BAD_REQUEST, the same for all others
 */
export function checkVisibleChannel(channelId: number, asked: Asked): ChannelRow {
  const channel = asked.channels.channels.get(channelId);
  if (!channel || !hasMetadataAccess(asked.actor, channel, asked)) throw invalidChannelId();
  return channel;
}

/**
 * Finds a channel by name, if the user may know of it.
 * @throws BAD_REQUEST
 */
export function checkVisibleChannelName(name: string, asked: Asked): ChannelRow {
  const channel = asked.channels.findByName(name.trim());
  if (!channel || !hasMetadataAccess(asked.actor, channel, asked)) throw invalidChannelName(name);
  return channel;
}
