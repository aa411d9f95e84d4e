import type { listMessageDeletions, OutputOf } from "@team-chat/contract";

import type { DeletionRow } from "../queries/archive/deletions.ts";

/** Presents a deletion as administrators see it; of direct messages it says neither people nor topic. */
export function presentDeletion(
  row: DeletionRow,
  keptSeconds: number,
): OutputOf<typeof listMessageDeletions>["deletions"][number] {
  const { channelId, deletedAt, deletedBy, first, id, last, messages, reason, topic } = row;
  return {
    id,
    reason,
    deleter_id: deletedBy,
    deleted_at: deletedAt,
    kept_until: deletedAt + keptSeconds,
    stream_id: channelId,
    topic: channelId === null ? null : topic,
    messages,
    first_message_id: first,
    last_message_id: last,
  };
}
