import type { UnreadRow } from "../queries/register-rows.ts";
import { maxUnread } from "../queries/register-rows.ts";

interface UnreadView {
  readonly userId: number;
  /** Shown instead of the empty topic. */
  readonly emptyTopicName: string;
  readonly isMuted: (channelId: number) => boolean;
}

/** `unread_msgs` of the initial data (reference/event-payloads.md §3). */
export function presentUnread(rows: readonly UnreadRow[], view: UnreadView): object {
  const streams: object[] = [];
  const pms: object[] = [];
  const huddles: object[] = [];
  let count = 0;
  let total = 0;
  for (const { channelId, ids, participants, topic } of rows) {
    total += ids.length;
    if (channelId === null || !view.isMuted(channelId)) count += ids.length;
    if (channelId !== null) {
      const shown = topic === "" ? view.emptyTopicName : topic;
      streams.push({ stream_id: channelId, topic: shown, unread_message_ids: ids });
    } else if ((participants?.length ?? 0) > 2) {
      huddles.push({ user_ids_string: participants?.join(",") ?? "", unread_message_ids: ids });
    } else {
      const other = participants?.find((id) => id !== view.userId) ?? view.userId;
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids: ids });
    }
  }
  const mentions = rows.flatMap((row) => row.mentions).toSorted((one, other) => one - other);
  return { count, pms, streams, huddles, mentions, old_unreads_missing: total >= maxUnread };
}
