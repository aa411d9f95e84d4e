import { z } from "zod";

/**
 * A message was edited, or messages were moved (docs/behaviour/events.md#message-events); `flags` are added for each
 * receiver.
 */
export const updateMessageEvent = z.strictObject({
  type: z.literal("update_message"),
  user_id: z.int().nullable().describe("Who did it; null when only the HTML is new"),
  rendering_only: z
    .boolean()
    .describe("True when nobody edited the message: pictures in its HTML have thumbnails now"),
  message_id: z.int().describe("The message that the request named"),
  message_ids: z.array(z.int()).min(1).describe("All that changed, ascending"),
  edit_timestamp: z.int().describe("UNIX seconds"),
  stream_id: z.int().optional().describe("The channel before; channel messages only"),
  stream_name: z.string().optional().describe("Its name"),
  new_stream_id: z.int().optional().describe("The channel after, when it changed"),
  propagate_mode: z
    .enum(["change_one", "change_later", "change_all"])
    .optional()
    .describe("Only when messages were moved"),
  orig_subject: z
    .string()
    .optional()
    .describe("Topic before; only when moved. The events service names the empty one"),
  subject: z.string().optional().describe("Topic after, when it changed"),
  topic_links: z
    .array(
      z.strictObject({ text: z.string().describe("Text"), url: z.string().describe("Target") }),
    )
    .optional()
    .describe("Links in the new topic"),
  orig_content: z.string().optional().describe("Markdown before, when content changed"),
  orig_rendered_content: z.string().optional().describe("HTML before"),
  content: z.string().optional().describe("Markdown after, or as it was when only the HTML is new"),
  rendered_content: z.string().optional().describe("HTML after"),
  is_me_message: z.boolean().optional().describe("Whether it now begins with /me"),
});
