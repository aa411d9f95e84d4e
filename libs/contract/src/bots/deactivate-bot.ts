import { z } from "zod";

import { operation } from "../operation.ts";
import { botIdParam } from "./bot.ts";

export const deactivateBot = operation({
  name: "deactivateBot",
  method: "DELETE",
  path: "/bots/{bot_id}",
  owner: "users",
  auth: "human",
  scope: "all",
  params: { bot_id: botIdParam },
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Deactivate a bot\n\nIts key stops working at once. For the owner of the bot and administrators.",
});
