import { z } from "zod";

import { upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";

/** Announced as max_topic_length. */
const maxTopicLength = 60;

export const setTopicVisibility = operation({
  name: "setTopicVisibility",
  method: "POST",
  path: "/user_topics",
  owner: "channels",
  auth: "user",
  scope: "all",
  params: {
    stream_id: json(z.int().describe("The channel")),
    topic: text(upTo(maxTopicLength).describe("The topic, which need not exist")),
    visibility_policy: json(
      z
        .int()
        .refine((value) => value >= 0 && value <= 3, "Not in the list of possible values")
        .describe("0 none, 1 muted, 2 unmuted, 3 followed"),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Mute, unmute or follow a topic",
});
