import { z } from "zod";

import { longText } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, text, word } from "../param.ts";

export const setTypingStatus = operation({
  name: "setTypingStatus",
  method: "POST",
  path: "/typing",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    type: word(
      z
        .enum(["direct", "channel", "stream", "private"])
        .default("direct")
        .describe("private and stream are older names"),
    ),
    op: word(z.enum(["start", "stop"]).describe("Whether typing goes on")),
    to: json(
      z
        .array(z.int())
        .max(listLimits.recipients)
        .optional()
        .describe("Direct messages: whom to write to"),
    ),
    stream_id: json(z.int().optional().describe("Channel messages: the channel")),
    topic: text(longText.optional().describe("Channel messages: the topic")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Say that one is typing\n\nTo be repeated while it goes on; clients forget it after a while.",
});
