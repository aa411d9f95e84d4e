import { z } from "zod";

import { realmEmoji } from "./realm-emoji.ts";

/** All emoji of the organization, after one was added or deactivated. */
export const realmEmojiEvent = z.strictObject({
  type: z.literal("realm_emoji"),
  op: z.literal("update"),
  realm_emoji: z.record(z.string(), realmEmoji.strict()).describe("All of them, by id"),
});
