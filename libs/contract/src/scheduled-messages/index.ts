import { createReminder } from "./create-reminder.ts";
import { createScheduledMessage } from "./create-scheduled-message.ts";
import { deleteReminder } from "./delete-reminder.ts";
import { deleteScheduledMessage } from "./delete-scheduled-message.ts";
import { listReminders } from "./list-reminders.ts";
import { listScheduledMessages } from "./list-scheduled-messages.ts";
import { updateScheduledMessage } from "./update-scheduled-message.ts";

export { type ReminderObject, type ScheduledMessageObject } from "./scheduled-message-object.ts";
export {
  createReminder,
  createScheduledMessage,
  deleteReminder,
  deleteScheduledMessage,
  listReminders,
  listScheduledMessages,
  updateScheduledMessage,
};

export const scheduledMessagesOperations = [
  listScheduledMessages,
  createScheduledMessage,
  updateScheduledMessage,
  deleteScheduledMessage,
] as const;

export const remindersOperations = [listReminders, createReminder, deleteReminder] as const;
