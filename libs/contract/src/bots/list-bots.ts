import { z } from "zod";

import { operation } from "../operation.ts";
import { botDefaultsFields } from "./bot.ts";

const ownBot = z.object({
  user_id: z.int().describe("The bot"),
  username: z.string().describe("Its address"),
  full_name: z.string().describe("Its name"),
  api_key: z.string().describe("Its key"),
  avatar_url: z.string().describe("Picture"),
  ...botDefaultsFields,
});

export const listBots = operation({
  name: "listBots",
  method: "GET",
  path: "/bots",
  owner: "users",
  auth: "human",
  scope: "all",
  params: {},
  response: z.object({ bots: z.array(ownBot).describe("Active bots that the caller owns, by id") }),
  errors: ["BAD_REQUEST"],
  doc: "List the own bots\n\nNot for guests.",
});
