import { z } from "zod";

/** The user's alert words as they are now, for the user. */
export const alertWordsEvent = z.strictObject({
  type: z.literal("alert_words"),
  alert_words: z.array(z.string()).describe("All of them, oldest first"),
});
