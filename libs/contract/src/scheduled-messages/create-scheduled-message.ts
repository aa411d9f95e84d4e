import { z } from "zod";

import { longText } from "../bounded-text.ts";
import { markdownText } from "../messages/markdown-text.ts";
import { operation } from "../operation.ts";
import { json, text, word } from "../param.ts";
import { deliveryTime, messageTypes, scheduledTo } from "./scheduled-params.ts";

export const createScheduledMessage = operation({
  name: "createScheduledMessage",
  method: "POST",
  path: "/scheduled_messages",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    type: word(messageTypes.describe("What kind of message")),
    to: json(scheduledTo),
    content: text(markdownText.describe("Markdown")),
    topic: text(longText.optional().describe("Required for channel messages")),
    scheduled_delivery_timestamp: json(deliveryTime),
    read_by_sender: json(
      z.boolean().optional().describe("As when sending; when left out, the client's name decides"),
    ),
  },
  response: z.object({ scheduled_message_id: z.int().describe("Unique id") }),
  errors: [
    "BAD_REQUEST",
    "STREAM_DOES_NOT_EXIST",
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    "SERVICE_UNAVAILABLE",
  ],
  doc: "Schedule a message\n\nIt is sent once when its time comes. Should that be impossible then, it is kept as failed and its sender is told.",
});
