import { z } from "zod";

import { websitePresence } from "./presence-object.ts";

/**
 * A user is back, or changed whether others may see it; in the older form. `internal` has the modern one, by the same
 * names as in `slimPresence`.
 */
export const presenceEvent = z.strictObject({
  type: z.literal("presence"),
  user_id: z.int().describe("The user"),
  email: z.string().describe("API address of the user"),
  server_timestamp: z.number().describe("When it was reported; UNIX seconds with fraction"),
  presence: z
    .strictObject({ website: websitePresence.strict() })
    .describe("When the user was seen"),
});
