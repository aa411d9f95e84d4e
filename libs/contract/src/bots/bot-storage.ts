import { z } from "zod";

import { mapUpTo } from "../bounded-map.ts";
import { upTo } from "../bounded-text.ts";
import { listLimits, textLimits } from "../limits.ts";
import { operation } from "../operation.ts";
import { json } from "../param.ts";

/** Limit of a bot's storage: characters of all keys and values together. */
export const maxBotStorage = 10_000_000;

/** Keys are looked for by an index, which cannot hold longer ones. */
const maxKeyLength = 500;
const key = upTo(maxKeyLength);

const keysParam = json(
  z
    .array(key)
    .max(listLimits.entries)
    .optional()
    .describe("Which entries are meant; all of them when absent or empty"),
);

export const getBotStorage = operation({
  name: "getBotStorage",
  method: "GET",
  path: "/bot_storage",
  owner: "users",
  auth: "user",
  scope: "read",
  params: { keys: keysParam },
  response: z.object({ storage: z.record(z.string(), z.string()).describe("Values by key") }),
  errors: ["BAD_REQUEST"],
  doc: "Get what is kept for the caller",
});

export const updateBotStorage = operation({
  name: "updateBotStorage",
  method: "PUT",
  path: "/bot_storage",
  owner: "users",
  auth: "user",
  scope: "send",
  params: {
    storage: json(
      mapUpTo(listLimits.entries, key, upTo(textLimits.stored)).describe(
        "Values by key; other entries stay",
      ),
    ),
  },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Keep something for the caller\n\nAt most 10,000,000 characters of keys and values together.",
});

export const removeBotStorage = operation({
  name: "removeBotStorage",
  method: "DELETE",
  path: "/bot_storage",
  owner: "users",
  auth: "user",
  scope: "send",
  params: { keys: keysParam },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Forget what is kept for the caller",
});
