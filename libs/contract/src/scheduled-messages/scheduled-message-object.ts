import { z } from "zod";

const shared = {
  content: z.string().describe("Markdown"),
  rendered_content: z.string().describe("HTML"),
  scheduled_delivery_timestamp: z.int().describe("UNIX seconds"),
  failed: z.boolean().describe("It was due and could not be sent"),
};

/** A message that waits for its time, as clients get it. */
export const scheduledMessageObject = z.discriminatedUnion("type", [
  z.strictObject({
    scheduled_message_id: z.int().describe("Unique id"),
    type: z.literal("stream"),
    to: z.int().describe("The channel"),
    topic: z.string().describe("The topic"),
    ...shared,
  }),
  z.strictObject({
    scheduled_message_id: z.int().describe("Unique id"),
    type: z.literal("private"),
    to: z.array(z.int()).describe("The other users, or oneself alone"),
    ...shared,
  }),
]);

/** A reminder of a message, as clients get it. */
export const reminderObject = z.strictObject({
  reminder_id: z.int().describe("Unique id"),
  type: z.literal("private"),
  to: z.array(z.int()).describe("Who is reminded"),
  ...shared,
  reminder_target_message_id: z.int().describe("The message"),
});

export type ScheduledMessageObject = z.infer<typeof scheduledMessageObject>;
export type ReminderObject = z.infer<typeof reminderObject>;
