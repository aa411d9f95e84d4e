import { z } from "zod";

import { longText } from "../bounded-text.ts";
import { markdownText } from "../messages/markdown-text.ts";
import { operation } from "../operation.ts";
import { json, pathId, text, word } from "../param.ts";
import { deliveryTime, messageTypes, scheduledTo } from "./scheduled-params.ts";

export const updateScheduledMessage = operation({
  name: "updateScheduledMessage",
  method: "PATCH",
  path: "/scheduled_messages/{scheduled_message_id}",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    scheduled_message_id: pathId("The scheduled message"),
    type: word(messageTypes.optional().describe("New kind of message; needs `to`")),
    to: json(scheduledTo.optional().describe("New channel or users")),
    content: text(markdownText.optional().describe("New content, Markdown")),
    topic: text(longText.optional().describe("New topic")),
    scheduled_delivery_timestamp: json(
      deliveryTime.optional().describe("New time; needed for one that failed"),
    ),
  },
  response: z.object({}),
  errors: [
    "BAD_REQUEST",
    "RESOURCE_NOT_FOUND",
    "STREAM_DOES_NOT_EXIST",
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    "SERVICE_UNAVAILABLE",
  ],
  doc: "Change a scheduled message",
});
