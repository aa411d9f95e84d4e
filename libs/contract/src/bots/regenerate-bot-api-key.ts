import { z } from "zod";

import { operation } from "../operation.ts";
import { botIdParam } from "./bot.ts";

export const regenerateBotApiKey = operation({
  name: "regenerateBotApiKey",
  method: "POST",
  path: "/bots/{bot_id}/api_key/regenerate",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { bot_id: botIdParam },
  response: z.object({ api_key: z.string().describe("The new key") }),
  errors: ["BAD_REQUEST"],
  doc: "Replace a bot's API key\n\nThe old key stops working at once. For the owner of the bot and administrators.",
});
