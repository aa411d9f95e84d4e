import { z } from "zod";

import {
  reminderObject,
  scheduledMessageObject,
} from "../scheduled-messages/scheduled-message-object.ts";

const scheduled = z.literal("scheduled_messages");

/** Scheduled messages of a user were created or changed, or are gone: deleted or sent. */
export const scheduledMessagesEvent = z.discriminatedUnion("op", [
  z.strictObject({
    type: scheduled,
    op: z.literal("add"),
    scheduled_messages: z.array(scheduledMessageObject).min(1).describe("The new ones"),
  }),
  z.strictObject({
    type: scheduled,
    op: z.literal("update"),
    scheduled_message: scheduledMessageObject.describe("As it is now"),
  }),
  z.strictObject({
    type: scheduled,
    op: z.literal("remove"),
    scheduled_message_id: z.int().describe("Which is gone"),
  }),
]);

/** Reminders of a user were created, or are gone: deleted or delivered. */
export const remindersEvent = z.discriminatedUnion("op", [
  z.strictObject({
    type: z.literal("reminders"),
    op: z.literal("add"),
    reminders: z.array(reminderObject).min(1).describe("The new ones"),
  }),
  z.strictObject({
    type: z.literal("reminders"),
    op: z.literal("remove"),
    reminder_id: z.int().describe("Which is gone"),
  }),
]);
