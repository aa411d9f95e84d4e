import { AppError } from "@team-chat/errors";

import type { ChannelRow } from "../values/channel-row.ts";
import { type Asked, checkVisibleChannel } from "./channel.ts";
import { checkAdministrator } from "./refusals.ts";

/**
 * Returns a channel that the actor may make a default channel, or take from them.
 * @throws UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export function checkDefaultChannel(
  channelId: number,
  isDefault: boolean,
  asked: Asked,
): ChannelRow {
  checkAdministrator(asked.actor);
  const channel = checkVisibleChannel(channelId, asked);
  if (!isDefault) return channel;
  if (channel.isPrivate) throw new AppError("BAD_REQUEST", "A default channel cannot be private.");
  if (channel.isArchived)
    throw new AppError("BAD_REQUEST", "A default channel cannot be archived.");
  return channel;
}
