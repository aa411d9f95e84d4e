import type { ChannelsState } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import { findVersion, loadState } from "../../queries/versions.ts";
import { membershipFlags } from "../../values/changes.ts";
import type { ChannelRow } from "../../values/channel-row.ts";

/**
 * Loads all changes after a version for other services' projections of channels; reads nothing when nothing changed.
 */
export async function getChannelsState(
  ctx: Context,
  { realmId, since }: { readonly realmId: number; readonly since: number },
): Promise<ChannelsState> {
  const current = await findVersion(ctx.hot, realmId);
  if (current === since)
    return { version: current, channels: [], memberships: [], topicPolicies: [] };
  const changes = await loadState(ctx.db, realmId, since);
  return {
    version: changes.version,
    channels: changes.channels.map(presentRecord),
    memberships: changes.memberships.map(([channelId, userId, flags, version]) => ({
      channelId,
      userId,
      active: (flags & membershipFlags.subscribed) !== 0,
      muted: (flags & membershipFlags.muted) !== 0,
      version,
    })),
    topicPolicies: changes.topicPolicies,
  };
}

function presentRecord(channel: ChannelRow): ChannelsState["channels"][number] {
  return {
    id: channel.id,
    name: channel.name,
    isPrivate: channel.isPrivate,
    isWebPublic: channel.isWebPublic,
    isArchived: channel.isArchived,
    historyPublicToSubscribers: channel.historyPublicToSubscribers,
    topicsPolicy: channel.topicsPolicy,
    messageRetentionDays: channel.messageRetentionDays,
    creatorId: channel.creatorId,
    firstMessageId: channel.firstMessageId,
    isRecentlyActive: channel.isRecentlyActive,
    permissions: channel.permissions,
  };
}
