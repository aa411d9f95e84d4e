import { z } from "zod";

/** Somebody took part in a poll or a todo list (docs/behaviour/messages.md#polls-and-widgets). */
export const submessageEvent = z.strictObject({
  type: z.literal("submessage"),
  msg_type: z.string().describe("Always widget"),
  content: z.string().describe("JSON text"),
  message_id: z.int().describe("The message it belongs to"),
  sender_id: z.int().describe("Who added it"),
  submessage_id: z.int().describe("Unique id"),
});
