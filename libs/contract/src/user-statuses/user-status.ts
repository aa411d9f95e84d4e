import { z } from "zod";

import { keyword, line, upTo } from "../bounded-text.ts";
import { text, word } from "../param.ts";

/** Status that a user shows beside the name; parts that are not set are absent. */
export const userStatus = z.object({
  status_text: z.string().optional().describe("At most 60 characters"),
  emoji_name: z.string().optional().describe("Name of the emoji"),
  emoji_code: z.string().optional().describe("Code of the emoji"),
  reaction_type: z.string().optional().describe("Kind of emoji"),
});

export type UserStatus = z.infer<typeof userStatus>;

/** Kinds of emoji (docs/behaviour/messages.md#reactions). */
const emojiTypes = ["unicode_emoji", "realm_emoji", "service_extra_emoji"] as const;

const limit = 60;

const statusText = upTo(limit, z.string().trim());

/** Parameters that set a status; each is left alone when absent. */
export const statusParams = {
  status_text: text(
    statusText.optional().describe("Shown beside the name; at most 60 characters, empty clears"),
  ),
  emoji_name: text(line.optional().describe("Name of an emoji; empty clears the emoji")),
  emoji_code: text(line.optional().describe("Its code; by default found by the name")),
  reaction_type: word(
    keyword
      .optional()
      .describe(`Its kind, one of ${emojiTypes.join(", ")}; by default found by the name`),
  ),
} as const;
