import { z } from "zod";

const person = z.strictObject({
  user_id: z.int().describe("User id"),
  email: z.string().describe("API email"),
});
const common = {
  type: z.literal("typing"),
  op: z.enum(["start", "stop"]).describe("Whether typing goes on"),
  sender: person.describe("Who types"),
};

/** Somebody is writing a message. */
export const typingEvent = z.discriminatedUnion("message_type", [
  z.strictObject({
    ...common,
    message_type: z.literal("direct"),
    recipients: z.array(person).describe("Everybody in the conversation, the sender included"),
  }),
  z.strictObject({
    ...common,
    message_type: z.literal("stream"),
    stream_id: z.int().describe("The channel"),
    topic: z.string().describe("The topic; the events service names the empty one"),
  }),
]);

/** Somebody is editing a message (docs/behaviour/messages.md#typing-while-editing). */
export const typingEditMessageEvent = z.strictObject({
  type: z.literal("typing_edit_message"),
  op: z.enum(["start", "stop"]).describe("Whether editing goes on"),
  sender_id: z.int().describe("Who edits"),
  message_id: z.int().describe("The message"),
  recipient: z
    .discriminatedUnion("type", [
      z.strictObject({
        type: z.literal("channel"),
        channel_id: z.int().describe("The channel"),
        topic: z.string().describe("The topic"),
      }),
      z.strictObject({
        type: z.literal("direct"),
        user_ids: z.array(z.int()).describe("Everybody in the conversation, ascending"),
      }),
    ])
    .describe("Where the message is"),
});
