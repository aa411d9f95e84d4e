import { getBotStorage, removeBotStorage, updateBotStorage } from "./bot-storage.ts";
import { createBot } from "./create-bot.ts";
import { deactivateBot } from "./deactivate-bot.ts";
import { getBotApiKey } from "./get-bot-api-key.ts";
import { listBots } from "./list-bots.ts";
import { regenerateBotApiKey } from "./regenerate-bot-api-key.ts";
import { updateBot } from "./update-bot.ts";

export { maxBotStorage } from "./bot-storage.ts";
export {
  createBot,
  deactivateBot,
  getBotApiKey,
  getBotStorage,
  listBots,
  regenerateBotApiKey,
  removeBotStorage,
  updateBot,
  updateBotStorage,
};

export const botsOperations = [
  listBots,
  createBot,
  updateBot,
  deactivateBot,
  getBotApiKey,
  regenerateBotApiKey,
  getBotStorage,
  updateBotStorage,
  removeBotStorage,
] as const;
