import { z } from "zod";

import { operation } from "../operation.ts";
import { json } from "../param.ts";

export const markStreamAsRead = operation({
  name: "markStreamAsRead",
  method: "POST",
  path: "/mark_stream_as_read",
  owner: "messages",
  auth: "user",
  scope: "all",
  params: { stream_id: json(z.int().describe("The channel")) },
  response: z.object({}),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "Mark all messages of a channel as read\n\nDeprecated in favour of changing flags for a narrow.",
});
