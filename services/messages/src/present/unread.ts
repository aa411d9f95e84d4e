import type { Unread, UnreadTopic } from "../unread/unread-places.ts";

interface Reader {
  readonly userId: number;
  readonly emptyTopicName: string;
  readonly isMuted: (channelId: number, topic: string) => boolean;
}

/** What a client has to know about what its user has not read: `unread_msgs` (reference/event-payloads.md §3). */
export function presentUnread({ topics, mentions, isCut }: Unread, reader: Reader) {
  const { userId, emptyTopicName, isMuted } = reader;
  const direct = topics.flatMap(({ participants, ids }) =>
    participants === null ? [] : [{ participants, ids }],
  );
  const audible = topics.filter(
    ({ channelId, topic }) => channelId === null || !isMuted(channelId, topic),
  );
  return {
    count: audible.reduce((sum, { ids }) => sum + ids.length, 0),
    pms: direct
      .filter(({ participants }) => participants.length <= 2)
      .map(({ participants, ids }) => {
        const other = participants.find((id) => id !== userId) ?? userId;
        return { other_user_id: other, sender_id: other, unread_message_ids: ids };
      }),
    streams: topics
      .toSorted(byPlace)
      .flatMap(({ channelId, topic, ids }) =>
        channelId === null
          ? []
          : [{ stream_id: channelId, topic: topic || emptyTopicName, unread_message_ids: ids }],
      ),
    huddles: direct
      .filter(({ participants }) => participants.length > 2)
      .map(({ participants, ids }) => ({
        user_ids_string: participants.join(","),
        unread_message_ids: ids,
      })),
    mentions,
    old_unreads_missing: isCut,
  };
}

function byPlace(a: UnreadTopic, b: UnreadTopic): number {
  const [first, second] = [a.channelId ?? 0, b.channelId ?? 0];
  if (first !== second) return first - second;
  return a.topic < b.topic ? -1 : 1;
}
