import { z } from "zod";

const messageIds = z
  .array(z.int())
  .min(1)
  .describe("The messages; one event each for older clients");

/** Messages are gone, for everybody or for the receiver (docs/behaviour/events.md#message-events). */
export const deleteMessageEvent = z.strictObject({
  type: z.literal("delete_message"),
  message_ids: messageIds,
  message_type: z.enum(["stream", "private"]).describe("Where they were"),
  stream_id: z.int().optional().describe("Channel messages only"),
  topic: z
    .string()
    .optional()
    .describe("Channel messages only; the events service names the empty one"),
});
