import { z } from "zod";

import { keyword, longText } from "../bounded-text.ts";
import { attachmentObject } from "../files/attachment-object.ts";
import { operation } from "../operation.ts";
import { json, pathId, text, word } from "../param.ts";
import { markdownText } from "./markdown-text.ts";

export const updateMessage = operation({
  name: "updateMessage",
  method: "PATCH",
  path: "/messages/{message_id}",
  owner: "messages",
  auth: "user",
  scope: "send",
  params: {
    message_id: pathId("The message"),
    topic: text(longText.optional().describe("New topic"), "subject"),
    propagate_mode: word(
      z
        .enum(["change_one", "change_later", "change_all"])
        .default("change_one")
        .describe("Which messages of the topic move: this one, it and later ones, or all"),
    ),
    send_notification_to_old_thread: json(
      z.boolean().default(false).describe("Whether the old topic is told where its messages went"),
    ),
    send_notification_to_new_thread: json(
      z.boolean().default(true).describe("Whether the new topic is told where messages came from"),
    ),
    content: text(markdownText.optional().describe("New content, Markdown")),
    prev_content_sha256: word(
      keyword.optional().describe("SHA-256 of the content that is being replaced, hexadecimal"),
    ),
    stream_id: json(z.int().optional().describe("New channel")),
  },
  response: z.object({
    detached_uploads: z
      .array(attachmentObject)
      .describe("The caller's files that no message links to any more since this edit"),
  }),
  errors: [
    "BAD_REQUEST",
    "EXPECTATION_MISMATCH",
    "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    "SERVICE_UNAVAILABLE",
  ],
  doc: "Edit a message\n\nIts content, its topic or its channel; with the latter two also other messages of the topic.",
});
