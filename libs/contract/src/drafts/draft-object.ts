import { z } from "zod";

import { longText } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { markdownText } from "../messages/markdown-text.ts";
import { lastSecond } from "../time-limits.ts";

const draftFields = {
  type: z.enum(["", "stream", "private"]).describe("Empty while it is addressed to nobody"),
  to: z.array(z.int()).describe("One channel, or users; empty while addressed to nobody"),
  topic: z.string().describe("Of channel drafts, else empty"),
  content: z.string().describe("Markdown"),
};

/** A draft as clients write it. */
export const writtenDraft = z.strictObject({
  ...draftFields,
  to: draftFields.to.max(listLimits.recipients),
  topic: longText
    .refine((topic) => !topic.includes("\0"), {
      params: { message: "Topic must not contain null bytes" },
    })
    .describe("Of channel drafts, else empty"),
  content: markdownText.describe("Markdown; cut off at max_message_length characters"),
  timestamp: z
    .number()
    .max(lastSecond)
    .optional()
    .describe("Last edit in UNIX seconds; now when left out"),
});

/** A draft as clients get it. */
export const draftObject = z.strictObject({
  id: z.int().describe("Unique id"),
  ...draftFields,
  timestamp: z.int().describe("Last edit in UNIX seconds"),
});

export type WrittenDraft = z.output<typeof writtenDraft>;
export type DraftObject = z.infer<typeof draftObject>;
