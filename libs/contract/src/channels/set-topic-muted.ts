import { z } from "zod";

import { line, upTo } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text, word } from "../param.ts";

/** Announced as max_topic_length. */
const maxTopicLength = 60;

export const setTopicMuted = operation({
  name: "setTopicMuted",
  method: "PATCH",
  path: "/users/me/subscriptions/muted_topics",
  owner: "channels",
  auth: "user",
  scope: "all",
  params: {
    stream_id: json(z.int().optional().describe("The channel, unless it is named")),
    stream: text(line.optional().describe("The channel's name, unless its id is given")),
    topic: text(upTo(maxTopicLength).describe("The topic, which need not exist")),
    op: word(z.enum(["add", "remove"]).describe("Mute the topic, or take any preference back")),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Mute or unmute a topic\n\nDeprecated: POST /user_topics also unmutes and follows.",
});
