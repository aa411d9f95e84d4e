import { z } from "zod";

import { keyword } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, word } from "../param.ts";
import { fetchedMessage } from "./fetched-message.ts";
import { optionalNarrow } from "./narrow.ts";

/** Said of a range and of a list alike (docs/behaviour/narrows.md#fetching-a-page). */
const tooManyMessages = `Too many messages requested (maximum ${listLimits.messages}).`;

export const getMessages = operation({
  name: "getMessages",
  method: "GET",
  path: "/messages",
  owner: "messages",
  auth: "optional",
  scope: "read",
  isSpeculative: true,
  params: {
    anchor: word(keyword.optional().describe("Message id, or `newest`, `oldest`, `first_unread`")),
    include_anchor: json(z.boolean().default(true).describe("Return the anchor too if it matches")),
    num_before: json(z.int().min(0).default(0).describe("Messages before the anchor")),
    num_after: json(z.int().min(0).default(0).describe("Messages after the anchor")),
    narrow: json(optionalNarrow),
    use_first_unread_anchor: json(
      z
        .boolean()
        .default(false)
        .describe("Older form of `anchor=first_unread`; wins over `anchor`"),
    ),
    client_gravatar: json(
      z
        .boolean()
        .default(true)
        .describe("`avatar_url` may be null for users of the third-party avatar service"),
    ),
    apply_markdown: json(z.boolean().default(true).describe("Content as HTML instead of Markdown")),
    allow_empty_topic_name: json(
      z.boolean().default(false).describe("The empty string is understood as a topic name"),
    ),
    message_ids: json(
      z
        .array(z.int())
        .max(listLimits.messages, tooManyMessages)
        .optional()
        .describe("These messages instead of a range around an anchor"),
    ),
  },
  response: z.object({
    // Not an int: what stands for the newest is larger than the integers that are exact.
    anchor: z
      .number()
      .multipleOf(1)
      .optional()
      .describe(
        "The anchor that was used, 10000000000000000 for the newest; absent with message_ids",
      ),
    found_newest: z.boolean().describe("The newest matching message is among these"),
    found_oldest: z.boolean().describe("The oldest matching message is among these"),
    found_anchor: z.boolean().describe("The anchor itself is among these"),
    history_limited: z.boolean().describe("Older messages are withheld by the plan: never"),
    messages: z.array(fetchedMessage).describe("Ascending by id"),
  }),
  errors: ["BAD_REQUEST", "BAD_NARROW", "UNAUTHORIZED", "SERVICE_UNAVAILABLE"],
  doc: "Get messages\n\nA range around an anchor, or messages by id, of those that match a narrow. At most 5000. Without credentials only from web-public channels, asked for with `channels:web-public`, where the organization allows it.",
});
