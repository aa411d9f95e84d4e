import type { ReminderObject, ScheduledMessageObject } from "@team-chat/contract";

import type { ScheduledRow } from "../queries/scheduled-messages/scheduled-messages.ts";

/** Presents a scheduled message as clients get it. */
export function presentScheduled(row: ScheduledRow): ScheduledMessageObject {
  const { id, channelId, recipients, topic } = row;
  const common = { scheduled_message_id: id, ...presentCommon(row) };
  if (channelId !== null) return { type: "stream", to: channelId, topic, ...common };
  return { type: "private", to: recipients ?? [], ...common };
}

/** Presents a reminder as clients get it. */
export function presentReminder(row: ScheduledRow): ReminderObject {
  return {
    reminder_id: row.id,
    type: "private",
    to: row.recipients ?? [],
    ...presentCommon(row),
    reminder_target_message_id: row.reminderOf ?? 0,
  };
}

function presentCommon({ content, renderedContent, deliverAt, failure }: ScheduledRow) {
  return {
    content,
    rendered_content: renderedContent,
    scheduled_delivery_timestamp: deliverAt,
    failed: failure !== null,
  };
}
