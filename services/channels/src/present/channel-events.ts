import { type ChannelObject, type DomainEvent, encodeAudience } from "@team-chat/contract";

/**
 * Writes the event by which channels appear to users who did not see them before. In the widest form: the events
 * service leaves archived channels out for clients without the capability `archived_channels`.
 */
export function streamCreated(
  channels: readonly ChannelObject[],
  to: Iterable<number>,
): DomainEvent {
  return {
    audience: encodeAudience(to),
    event: { type: "stream", op: "create", streams: channels },
  };
}

/** Writes the event by which channels vanish for users. */
export function streamDeleted(channelIds: readonly number[], to: Iterable<number>): DomainEvent {
  return {
    audience: encodeAudience(to),
    event: {
      type: "stream",
      op: "delete",
      streams: channelIds.map((id) => ({ stream_id: id })),
      stream_ids: channelIds,
    },
  };
}

/** Writes the event by which others who may see who is subscribed learn that users joined (or left) channels. */
export function peersChanged(
  op: "peer_add" | "peer_remove",
  {
    channelIds,
    userIds,
  }: { readonly channelIds: readonly number[]; readonly userIds: readonly number[] },
  to: Iterable<number>,
): DomainEvent {
  return {
    audience: encodeAudience(to),
    event: { type: "subscription", op, stream_ids: channelIds, user_ids: userIds },
  };
}

/** Writes the event that tells the organization's default channels. */
export function defaultChannelsChanged(
  channelIds: readonly number[],
  to: Iterable<number>,
): DomainEvent {
  return {
    audience: encodeAudience(to),
    event: { type: "default_streams", default_streams: channelIds },
  };
}
