import { AppError } from "@team-chat/errors";
import { hasContentAccess, mayAdministerChannel } from "@team-chat/policy";

import type { RealmDirectories } from "../domain/realm-directories.ts";
import type { ChannelRow } from "../values/channel-row.ts";
import { invalidChannelId } from "./refusals.ts";

/**
 * Returns a channel that the user may administer.
 * @throws BAD_REQUEST, for those without access as if the channel did not exist
 * (docs/behaviour/channels.md#changing-a-channel)
 */
export function checkAdministered(channelId: number, directories: RealmDirectories): ChannelRow {
  const { actor, channels, users } = directories;
  const channel = channels.channels.get(channelId);
  if (!channel) throw invalidChannelId();
  if (mayAdministerChannel(actor, channel, users)) return channel;
  if (!hasContentAccess(actor, channel, directories)) throw invalidChannelId();
  throw new AppError("BAD_REQUEST", "You do not have permission to administer this channel.");
}
