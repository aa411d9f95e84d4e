import { z } from "zod";

const messageDetails = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("private"),
    user_ids: z.array(z.int()).describe("The others, ascending"),
    mentioned: z.literal(true).optional().describe("Only when the user is mentioned"),
  }),
  z.strictObject({
    type: z.literal("stream"),
    stream_id: z.int().describe("The channel"),
    topic: z.string().describe("The topic; the events service names the empty one"),
    unmuted_stream_msg: z.boolean().describe("Older clients only"),
    mentioned: z.literal(true).optional().describe("Only when the user is mentioned"),
  }),
]);

const common = {
  type: z.literal("update_message_flags"),
  flag: z.string().describe("Which flag"),
  messages: z.array(z.int()).describe("Whose flag changed"),
};

/** Flags of messages changed for a user (docs/behaviour/messages.md#flag-events). */
export const updateMessageFlagsEvent = z.discriminatedUnion("op", [
  z.strictObject({
    ...common,
    op: z.literal("add"),
    operation: z.literal("add").describe("The same as op"),
    all: z.boolean().describe("Everything was read; then `messages` is empty"),
  }),
  z.strictObject({
    ...common,
    op: z.literal("remove"),
    operation: z.literal("remove").describe("The same as op"),
    all: z.literal(false).describe("Never everything"),
    message_details: z
      .record(z.string(), messageDetails)
      .optional()
      .describe("By message id, for the flag read: where it is"),
  }),
]);
