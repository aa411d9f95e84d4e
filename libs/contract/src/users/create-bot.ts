import { z } from "zod";

import { operation } from "../operation.ts";
import { json, text, word } from "../param.ts";

export const createBot = operation({
  name: "createBot",
  method: "POST",
  path: "/bots",
  owner: "users",
  auth: "human",
  params: {
    full_name: text(z.string().describe("Name of the bot")),
    short_name: word(
      z.string().describe("Beginning of the bot's address: `<short_name>-bot@<host>`"),
    ),
    bot_type: json(
      z.int().default(1).describe("1 generic, 2 incoming webhook, 3 outgoing webhook"),
    ),
    payload_url: word(
      z.string().default("").describe("Where messages for an outgoing-webhook bot are posted"),
    ),
    service_name: word(
      z.string().optional().describe("Name of the outgoing webhook; the bot's name when absent"),
    ),
    interface_type: json(z.int().default(1).describe("1 generic, 2 Slack-compatible")),
  },
  response: z.object({
    user_id: z.int().describe("The new bot"),
    api_key: z.string().describe("The bot's key"),
    avatar_url: z.string().describe("Picture"),
    default_sending_stream: z
      .string()
      .nullable()
      .describe("Where it sends when it names no channel"),
    default_events_register_stream: z
      .string()
      .nullable()
      .describe("What its queues are limited to"),
    default_all_public_streams: z.boolean().describe("Whether its queues get all public channels"),
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Create a bot",
});
