import { z } from "zod";

import { keyword, line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, word } from "../param.ts";
import { maxAvatarMib } from "../users/avatars.ts";
import {
  botConfigParam,
  botDefaultsFields,
  botDefaultsParams,
  botName,
  payloadUrl,
} from "./bot.ts";

export const createBot = operation({
  name: "createBot",
  method: "POST",
  path: "/bots",
  owner: "users",
  auth: "human",
  scope: "all",
  upload: { maxBytes: maxAvatarMib * 1024 * 1024, isOptional: true },
  params: {
    full_name: botName,
    short_name: word(keyword.describe("Beginning of the bot's address: `<short_name>-bot@<host>`")),
    bot_type: json(
      z.int().default(1).describe("1 generic, 2 incoming webhook, 3 outgoing webhook"),
    ),
    payload_url: payloadUrl,
    service_name: word(
      line.optional().describe("Name of the outgoing webhook; the bot's name when absent"),
    ),
    interface_type: json(z.int().default(1).describe("1 generic, 2 Slack-compatible")),
    ...botDefaultsParams,
    config_data: botConfigParam,
  },
  response: z.object({
    user_id: z.int().describe("The new bot"),
    api_key: z.string().describe("The bot's key"),
    avatar_url: z.string().describe("Picture"),
    ...botDefaultsFields,
  }),
  errors: ["BAD_REQUEST"],
  doc: "Create a bot\n\nA multipart body may have one file, as for `POST /users/me/avatar`: the bot's picture.",
});
