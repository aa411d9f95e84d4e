import { z } from "zod";

import { line } from "../bounded-text.ts";
import { path } from "../param.ts";

/** The largest picture of an emoji, in bytes. */
export const maxEmojiBytes = 1024 * 1024;

/** An emoji of the organization (docs/behaviour/organization.md#custom-emoji). */
export const realmEmoji = z.object({
  id: z.string().describe("Its `emoji_code`"),
  name: z.string().describe("Name, without colons"),
  source_url: z.string().describe("Picture, relative to the organization's address"),
  still_url: z
    .string()
    .nullable()
    .describe("The first of several pictures; null when there is one"),
  deactivated: z.boolean().describe("True when it cannot be used any more"),
  author_id: z.int().describe("Who added it"),
});

export const realmEmojiMap = z.record(z.string(), realmEmoji);

export const emojiNameParam = path(line.describe("Name, without colons"));
