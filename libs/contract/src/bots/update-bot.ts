import { z } from "zod";

import { fullName, line } from "../bounded-text.ts";
import { operation } from "../operation.ts";
import { json, text, word } from "../param.ts";
import { maxAvatarMib } from "../users/avatars.ts";
import { roleParam } from "../users/user-params.ts";
import { botConfigParam, botDefaultsFields, botDefaultsParams, botIdParam } from "./bot.ts";

export const updateBot = operation({
  name: "updateBot",
  method: "PATCH",
  path: "/bots/{bot_id}",
  owner: "users",
  auth: "human",
  scope: "all",
  upload: { maxBytes: maxAvatarMib * 1024 * 1024, isOptional: true },
  params: {
    bot_id: botIdParam,
    full_name: text(fullName.optional().describe("New name")),
    role: roleParam,
    bot_owner_id: json(
      z.int().optional().describe("The new owner, an active human; the bot gets a new key"),
    ),
    config_data: botConfigParam,
    service_payload_url: word(
      line.optional().describe("Where messages for an outgoing-webhook bot are posted"),
    ),
    service_interface: json(z.int().default(1).describe("1 generic, 2 Slack-compatible")),
    ...botDefaultsParams,
  },
  response: z.object({
    full_name: z.string().describe("Name"),
    avatar_url: z.string().describe("Picture"),
    bot_owner: z.string().optional().describe("The owner's API address; absent without an owner"),
    service_interface: z.int().describe("As given"),
    service_payload_url: z.string().nullable().describe("As given; null when it was not"),
    config_data: z.record(z.string(), z.string()).nullable().describe("As given"),
    ...botDefaultsFields,
  }),
  errors: ["BAD_REQUEST", "UNAUTHORIZED_PRINCIPAL"],
  doc: "Update a bot\n\nA multipart body may have one file, as for `POST /users/me/avatar`: the bot's picture. All of the changes are made, or none. For the owner of the bot and administrators.\n\nA new owner ends the bot's key and its event queues: the new owner and administrators are told the new key by `realm_bot` events and `GET /bots`.",
});
