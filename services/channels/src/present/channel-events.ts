import { type ChannelObject, type DomainEvent, encodeAudience } from "@team-chat/contract";

/**
 * A channel appears to users who did not see it before. In the widest form: the events service leaves archived channels
 * out for clients without the capability `archived_channels`.
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

/** Channels are no longer visible to users. */
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

/** Users joined (or left) channels, told to others who may see who is subscribed. */
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

/** The organization's default channels changed. */
export function defaultChannelsChanged(
  channelIds: readonly number[],
  to: Iterable<number>,
): DomainEvent {
  return {
    audience: encodeAudience(to),
    event: { type: "default_streams", default_streams: channelIds },
  };
}
