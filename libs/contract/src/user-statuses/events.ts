import { z } from "zod";

/** A user's status was set, for everybody: what was passed, with "" for what was cleared. */
export const userStatusEvent = z.strictObject({
  type: z.literal("user_status"),
  user_id: z.int().describe("The user"),
  status_text: z.string().optional().describe("New text"),
  emoji_name: z.string().optional().describe("New emoji; comes with its code and kind"),
  emoji_code: z.string().optional().describe("Its code"),
  reaction_type: z.string().optional().describe("Its kind"),
});
