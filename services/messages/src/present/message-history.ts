import type { getMessageHistory, OutputOf } from "@team-chat/contract";

import type { MessageRow } from "../queries/messages/messages.ts";

type Snapshot = OutputOf<typeof getMessageHistory>["message_history"][number];

/** Presents a message after each of its edits, oldest first, worked out backwards from how it is now. */
export function presentMessageHistory(row: MessageRow, emptyTopicName: string): Snapshot[] {
  const named = (topic: string) => (row.channelId === null ? topic : topic || emptyTopicName);
  let now = { topic: row.topic, content: row.content, rendered_content: row.renderedContent };
  const snapshots: Snapshot[] = [];
  for (const edit of row.editHistory ?? []) {
    const { topic: _topic, ...changed } = edit;
    snapshots.push({
      ...now,
      ...changed,
      topic: named(now.topic),
      ...(edit.prev_topic === undefined ? {} : { prev_topic: named(edit.prev_topic) }),
    });
    now = {
      topic: edit.prev_topic ?? now.topic,
      content: edit.prev_content ?? now.content,
      rendered_content: edit.prev_rendered_content ?? now.rendered_content,
    };
  }
  const first = { ...now, topic: named(now.topic), timestamp: row.sentAt, user_id: row.senderId };
  return [first, ...snapshots.toReversed()];
}
