import { z } from "zod";

import { operation } from "../operation.ts";
import { json, pathId } from "../param.ts";

export const getMessageHistory = operation({
  name: "getMessageHistory",
  method: "GET",
  path: "/messages/{message_id}/history",
  owner: "messages",
  auth: "user",
  scope: "read",
  params: {
    message_id: pathId("The message"),
    allow_empty_topic_name: json(
      z.boolean().default(false).describe("The empty string is understood as a topic name"),
    ),
  },
  response: z.object({
    message_history: z
      .array(
        z.object({
          topic: z.string().describe("Topic after the edit"),
          content: z.string().describe("Markdown after the edit"),
          rendered_content: z.string().describe("HTML after the edit"),
          timestamp: z.int().describe("When, in UNIX seconds"),
          user_id: z.int().nullable().describe("Who edited; the first entry names the sender"),
          prev_topic: z.string().optional().describe("Only when the topic changed"),
          prev_stream: z.int().optional().describe("Only when the channel changed"),
          stream: z.int().optional().describe("Only when the channel changed"),
          prev_content: z.string().optional().describe("Only when the content changed"),
          prev_rendered_content: z.string().optional().describe("Only when the content changed"),
        }),
      )
      .describe("Oldest first, beginning with the message as it was sent"),
  }),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Get a message's edit history",
});
