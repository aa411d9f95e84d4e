import { type DomainEvent, encodeAudience } from "@team-chat/contract";

import type { ScheduledRow } from "../queries/scheduled-messages/scheduled-messages.ts";
import { presentReminder, presentScheduled } from "./scheduled-message.ts";

/** Writes the event by which a scheduled message or a reminder is new. */
export function scheduledAdded(row: ScheduledRow): DomainEvent {
  return toOwner(
    row,
    row.reminderOf === null
      ? { type: "scheduled_messages", op: "add", scheduled_messages: [presentScheduled(row)] }
      : { type: "reminders", op: "add", reminders: [presentReminder(row)] },
  );
}

/** Writes the event by which a scheduled message is another than before. */
export function scheduledUpdated(row: ScheduledRow): DomainEvent {
  const scheduled_message = presentScheduled(row);
  return toOwner(row, { type: "scheduled_messages", op: "update", scheduled_message });
}

/** Writes the event by which a scheduled message or a reminder is gone. */
export function scheduledRemoved(
  row: Pick<ScheduledRow, "id" | "userId"> & { readonly isReminder: boolean },
): DomainEvent {
  return toOwner(
    row,
    row.isReminder
      ? { type: "reminders", op: "remove", reminder_id: row.id }
      : { type: "scheduled_messages", op: "remove", scheduled_message_id: row.id },
  );
}

function toOwner(
  { userId }: Pick<ScheduledRow, "userId">,
  event: DomainEvent["event"],
): DomainEvent {
  return { audience: encodeAudience([userId]), event };
}
