import { z } from "zod";

import { operation } from "../operation.ts";
import { json, word } from "../param.ts";
import { botIdParam, deliveryObject, deliveryState } from "./delivery-object.ts";

export const listDeliveries = operation({
  name: "listDeliveries",
  method: "GET",
  path: "/bots/{bot_id}/deliveries",
  owner: "webhooks",
  auth: "user",
  scope: "all",
  params: {
    bot_id: botIdParam,
    state: word(deliveryState.optional().describe("Only deliveries in this state")),
    before: json(
      z
        .int()
        .optional()
        .describe("Only deliveries older than this one: the last of the page before"),
    ),
    limit: json(z.int().min(1).max(500).default(50).describe("How many at most")),
  },
  response: z.object({
    deliveries: z.array(deliveryObject).describe("The newest first"),
    found_oldest: z.boolean().describe("Whether there are no older ones"),
  }),
  errors: ["BAD_REQUEST"],
  doc: "List a bot's deliveries\n\nWhat became of the messages that an outgoing webhook was told about, for the bot's owner and administrators. Finished deliveries are kept for 14 days.",
});
