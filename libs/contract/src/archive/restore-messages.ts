import { z } from "zod";

import { line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";

export const restoreMessages = operation({
  name: "restoreMessages",
  method: "POST",
  path: "/archive/restore",
  owner: "messages",
  auth: "human",
  scope: "administration",
  params: {
    deletion_id: json(z.int().min(1).optional().describe("Everything of this deletion")),
    message_id: json(z.int().min(1).optional().describe("This message")),
    stream_id: json(z.int().min(0).optional().describe("Everything of this channel")),
    topic: text(line.optional().describe("With `stream_id`: of this topic only, in any case")),
  },
  response: z.object({
    restored: z.int().describe("Messages that came back with this request"),
    complete: z
      .boolean()
      .describe("Whether all are back; otherwise the request is to be made again"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Restore deleted messages\n\nFor administrators. Exactly one of `deletion_id`, `message_id` and `stream_id` says which. The messages come back with the ids that they had, with reactions, flags and files that are still there, the newest first. The event queues of whoever they concern end, so that clients register anew.",
});
