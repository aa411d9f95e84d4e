import { z } from "zod";

import { boundedText } from "../bounded-text.ts";
import { textLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json, text } from "../param.ts";
import { apiKeyObject, keyOwnerParam } from "./api-key-object.ts";
import { keyScopes, maxKeyChannels, maxNamedKeys } from "./key-scopes.ts";

/** Longest time for which a key may be good, in days; longer ones do not expire. */
const maxKeyDays = 3650;

export const createApiKey = operation({
  name: "createApiKey",
  method: "POST",
  path: "/users/{user_id}/api_keys",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {
    user_id: keyOwnerParam,
    name: text(boundedText(textLimits.keyName).describe("How it is called; at most 60 characters")),
    scopes: json(
      z
        .array(z.enum(keyScopes))
        .min(1)
        .max(keyScopes.length)
        .describe("What it may be used for; `all` beside nothing else"),
    ),
    channel_ids: json(
      z
        .array(z.int())
        .min(1)
        .max(maxKeyChannels)
        .nullable()
        .default(null)
        .describe("Channels that it sends to, and nothing else; with the scope `send` alone"),
    ),
    expires_in_days: json(
      z
        .int()
        .min(1)
        .max(maxKeyDays)
        .nullable()
        .default(null)
        .describe("For how many days it is good; null for ever"),
    ),
  },
  response: z.object({
    api_key: z.string().describe("The key, which is never shown again"),
    ...apiKeyObject.shape,
  }),
  errors: ["BAD_REQUEST"],
  doc: `Make an API key\n\nFor oneself, and for a bot that one manages. An account has at most ${maxNamedKeys} of them. The person, or the owner of the bot, gets word of it by e-mail.`,
});
