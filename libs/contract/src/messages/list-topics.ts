import { z } from "zod";

import { operation } from "../operation.ts";
import { json, pathId } from "../param.ts";

export const listTopics = operation({
  name: "listTopics",
  method: "GET",
  path: "/users/me/{stream_id}/topics",
  owner: "messages",
  auth: "user",
  scope: "read",
  isSpeculative: true,
  params: {
    stream_id: pathId("The channel"),
    allow_empty_topic_name: json(
      z.boolean().default(false).describe("The empty string is understood as a topic name"),
    ),
  },
  response: z.object({
    topics: z
      .array(
        z.object({
          name: z.string().describe("As the newest message writes it"),
          max_id: z.int().describe("Newest message"),
        }),
      )
      .describe("Newest first"),
  }),
  errors: ["BAD_REQUEST", "SERVICE_UNAVAILABLE"],
  doc: "List the topics of a channel\n\nOf all messages in it that the caller may read.",
});
