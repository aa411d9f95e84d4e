import { z } from "zod";

import { keyword, line, longText, upTo } from "../bounded-text.ts";
import { textLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, text, word } from "../param.ts";
import { markdownText } from "./markdown-text.ts";

export const sendMessage = operation({
  name: "sendMessage",
  method: "POST",
  path: "/messages",
  owner: "messages",
  auth: "user",
  scope: "send",
  openToChannelKeys: true,
  openToIncomingWebhooks: true,
  params: {
    type: word(
      z
        .enum(["direct", "channel", "stream", "private"])
        .describe("private and stream are older names"),
    ),
    to: text(
      upTo(textLimits.recipients)
        .optional()
        .describe("Channel: name or id. Direct message: list of user ids, or of e-mail addresses"),
    ),
    sender: text(line.optional().describe("Refused: messages of others cannot be mirrored")),
    forged: word(keyword.optional().describe("Refused when true")),
    topic: text(longText.optional().describe("Required for channel messages"), "subject"),
    content: text(markdownText.describe("Markdown; cut off at max_message_length characters")),
    widget_content: text(longText.optional().describe("JSON of a form that a bot offers")),
    queue_id: text(keyword.optional().describe("The sending client's event queue, for local echo")),
    local_id: text(
      line.optional().describe("Comes back in the event that this queue gets, as it was given"),
    ),
    time: word(keyword.optional().describe("Ignored: the server's clock decides")),
    read_by_sender: json(
      z
        .boolean()
        .optional()
        .describe("Whether the sender has read it; when left out, the client's name decides"),
    ),
  },
  response: z.object({
    id: z
      .int()
      .describe("Id of the new message, or of the first one with the same Idempotency-Key"),
    automatic_new_visibility_policy: z
      .int()
      .optional()
      .describe(
        "2 unmuted or 3 followed, when sending changed the sender's preference for the topic",
      ),
  }),
  errors: [
    "BAD_REQUEST",
    "STREAM_DOES_NOT_EXIST",
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    "SERVICE_UNAVAILABLE",
  ],
  doc: "Send a message\n\nTo a channel, or directly to one or more users. With the header Idempotency-Key a repeated request sends nothing and returns the first id.",
});
