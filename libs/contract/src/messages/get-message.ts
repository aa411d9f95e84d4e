import { z } from "zod";

import { operation } from "../operation.ts";
import { json, pathId } from "../param.ts";
import { fetchedMessage } from "./fetched-message.ts";

export const getMessage = operation({
  name: "getMessage",
  method: "GET",
  path: "/messages/{message_id}",
  owner: "messages",
  auth: "optional",
  scope: "read",
  isSpeculative: true,
  params: {
    message_id: pathId("The message"),
    apply_markdown: json(z.boolean().default(true).describe("Content as HTML instead of Markdown")),
    allow_empty_topic_name: json(
      z.boolean().default(false).describe("The empty string is understood as a topic name"),
    ),
  },
  response: z.object({
    raw_content: z.string().describe("Markdown, whatever apply_markdown says"),
    message: fetchedMessage
      .omit({ match_content: true, match_subject: true })
      .describe("The message"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED", "SERVICE_UNAVAILABLE"],
  doc: "Get a message",
});
