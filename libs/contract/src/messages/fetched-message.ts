import { z } from "zod";

import { message } from "../event-types/message.ts";

/** A message as fetching returns it. */
export const fetchedMessage = message.extend({
  flags: z.array(z.string()).describe("The caller's flags"),
  match_content: z.string().optional().describe("Searches only: HTML with the matches marked"),
  match_subject: z
    .string()
    .optional()
    .describe("Searches only: topic as HTML with the matches marked"),
});

export type FetchedMessage = z.infer<typeof fetchedMessage>;
