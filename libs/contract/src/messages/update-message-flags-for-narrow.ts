import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, word } from "../param.ts";
import { optionalNarrow } from "./narrow.ts";

export const updateMessageFlagsForNarrow = operation({
  name: "updateMessageFlagsForNarrow",
  method: "POST",
  path: "/messages/flags/narrow",
  owner: "messages",
  auth: "user",
  scope: "all",
  params: {
    anchor: word(keyword.describe("Message id, or `newest`, `oldest`, `first_unread`")),
    include_anchor: json(z.boolean().default(true).describe("Change the anchor too if it matches")),
    num_before: json(z.int().min(0).describe("Messages before the anchor; may be reduced")),
    num_after: json(z.int().min(0).describe("Messages after the anchor; may be reduced")),
    narrow: json(optionalNarrow.nullable().transform((terms) => terms ?? [])),
    op: word(keyword.describe("`add` or `remove`")),
    flag: word(keyword.describe("`read`, `starred` or `collapsed`")),
  },
  response: z.object({
    processed_count: z.int().describe("Messages that matched within the range"),
    updated_count: z.int().describe("Of these, whose flag changed"),
    first_processed_id: z.int().nullable().describe("Oldest of them; null when there is none"),
    last_processed_id: z.int().nullable().describe("Newest of them; null when there is none"),
    found_oldest: z.boolean().describe("The oldest matching message is among them"),
    found_newest: z.boolean().describe("The newest matching message is among them"),
    ignored_because_not_subscribed_channels: z
      .array(z.int())
      .describe("Channels whose messages were left read because the caller is not subscribed"),
  }),
  errors: ["BAD_REQUEST", "BAD_NARROW", "SERVICE_UNAVAILABLE"],
  doc: "Change one of the caller's flags of messages in a narrow\n\nOf at most 5000 messages around an anchor.",
});
