import { z } from "zod";

import { pathId } from "../param.ts";

export const deliveryStates = ["pending", "replying", "done", "failed"] as const;

export const deliveryState = z.enum(deliveryStates);

/** Delivery as the bot's owner sees it, without the message itself. */
export const deliveryObject = z.object({
  id: z.int().describe("The delivery"),
  message_id: z.int().describe("The message that the bot is told about"),
  trigger: z.enum(["mention", "direct_message"]).describe("Why the bot is told"),
  state: deliveryState.describe(
    "`pending` until the bot's server has answered, `replying` until the bot has spoken, then `done` or `failed`",
  ),
  attempts: z.int().describe("Tries of the post to the bot's server, the one under way included"),
  response_status: z
    .int()
    .nullable()
    .describe("HTTP status of the server's last answer; null when the last try got none"),
  error: z.string().nullable().describe("What went wrong last; null when nothing did"),
  created_at: z.int().describe("When the message came (UNIX seconds)"),
  next_attempt_at: z.int().nullable().describe("When the next try is due; null when finished"),
  finished_at: z.int().nullable().describe("When it was finished; null before"),
});

export type DeliveryObject = z.infer<typeof deliveryObject>;

export const botIdParam = pathId("The bot");
