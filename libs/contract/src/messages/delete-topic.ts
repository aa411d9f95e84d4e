import { z } from "zod";

import { longText } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { pathId, text } from "../param.ts";

export const deleteTopic = operation({
  name: "deleteTopic",
  method: "POST",
  path: "/streams/{stream_id}/delete_topic",
  owner: "messages",
  auth: "user",
  scope: "administration",
  params: {
    stream_id: pathId("The channel"),
    topic_name: text(longText.describe("The topic, in any case")),
  },
  response: z.object({
    complete: z
      .boolean()
      .describe("Whether all messages are gone; otherwise the request is to be made again"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL", "SERVICE_UNAVAILABLE"],
  doc: "Delete a topic\n\nAll its messages that the caller may read, newest first, for everybody. Administrators can restore them for a while (`POST /archive/restore`).",
});
