import { z } from "zod";

import { listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json } from "../param.ts";
import { narrow } from "./narrow.ts";

export const matchesNarrow = operation({
  name: "matchesNarrow",
  method: "GET",
  path: "/messages/matches_narrow",
  owner: "messages",
  auth: "user",
  scope: "read",
  isSpeculative: true,
  params: {
    msg_ids: json(
      z.array(z.int()).max(listLimits.comparedMessages).describe("The messages to look at"),
    ),
    narrow: json(narrow),
  },
  response: z.object({
    messages: z
      .record(
        z.string(),
        z.object({
          match_content: z.string().describe("HTML with the matches marked"),
          match_subject: z.string().describe("Topic as HTML with the matches marked"),
        }),
      )
      .describe("Those that match, by id"),
  }),
  errors: ["BAD_NARROW", "SERVICE_UNAVAILABLE"],
  doc: "Check whether messages match a narrow\n\nOnly messages of the caller's own history are looked at.",
});
