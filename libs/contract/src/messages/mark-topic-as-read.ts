import { z } from "zod";

import { longText } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";

export const markTopicAsRead = operation({
  name: "markTopicAsRead",
  method: "POST",
  path: "/mark_topic_as_read",
  owner: "messages",
  auth: "user",
  scope: "all",
  params: {
    stream_id: json(z.int().describe("The channel")),
    topic_name: text(longText.describe("The topic")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Mark all messages of a topic as read\n\nDeprecated in favour of changing flags for a narrow.",
});
