import { z } from "zod";

import { messageReaction } from "./message.ts";

/** Somebody reacted to a message, or took a reaction back. */
export const reactionEvent = messageReaction
  .extend({
    type: z.literal("reaction"),
    op: z.enum(["add", "remove"]).describe("What happened"),
    message_id: z.int().describe("The message"),
    user: z
      .strictObject({
        user_id: z.int().describe("User id"),
        email: z.string().describe("API email"),
        full_name: z.string().describe("Current name"),
      })
      .describe("Who reacted, for older clients"),
  })
  .strict();
