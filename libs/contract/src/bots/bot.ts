import { z } from "zod";

import { mapUpTo } from "../bounded-map.ts";
import { fullName, keyword, line, longText } from "../bounded-text.ts";
import { listLimits } from "../limits.ts";
import { json, pathId, text, word } from "../param.ts";

export const botIdParam = pathId("The bot");

/** Defaults for requests of a bot that leave something out, as names of channels. */
export const botDefaultsFields = {
  default_sending_stream: z
    .string()
    .nullable()
    .describe("Channel it sends to when it names none; null for none"),
  default_events_register_stream: z
    .string()
    .nullable()
    .describe("Channel its queues are limited to; null for none"),
  default_all_public_streams: z.boolean().describe("Whether its queues get all public channels"),
} as const;

/** Parameters that set a bot's defaults; each is left alone when absent. */
export const botDefaultsParams = {
  default_sending_stream: text(
    line.optional().describe("Channel it sends to when it names none; empty for none"),
  ),
  default_events_register_stream: text(
    line.optional().describe("Channel its queues are limited to; empty for none"),
  ),
  default_all_public_streams: json(
    z.boolean().optional().describe("Whether its queues get all public channels"),
  ),
} as const;

export const botConfigParam = json(
  mapUpTo(listLimits.entries, keyword, longText)
    .optional()
    .describe("What the bot's program is configured with"),
);

export const botName = text(fullName.describe("Name of the bot"));
export const payloadUrl = word(
  line.default("").describe("Where messages for an outgoing-webhook bot are posted"),
);
