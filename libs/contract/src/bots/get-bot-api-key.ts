import { z } from "zod";

import { operation } from "../operation.ts";
import { botIdParam } from "./bot.ts";

export const getBotApiKey = operation({
  name: "getBotApiKey",
  method: "GET",
  path: "/bots/{bot_id}/api_key",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { bot_id: botIdParam },
  response: z.object({ api_key: z.string().describe("The bot's key") }),
  errors: ["BAD_REQUEST"],
  doc: "Get a bot's API key\n\nFor the owner of the bot and administrators.",
});
