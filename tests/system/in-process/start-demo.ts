import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { createEchoServer } from "@team-chat/echo-bot";

import { demoOrganizations, placeEchoBot } from "../templates/demo.ts";
import { Product } from "./product.ts";

/**
 * Starts the product with the demo organizations and the echo bot.
 *
 * @param more variables for the configuration of all services
 */
export async function startDemo(more: Readonly<Record<string, string>> = {}): Promise<Product> {
  const product = await Product.start(more, demoOrganizations);
  const bot = createEchoServer(undefined).listen(0, "127.0.0.1");
  await once(bot, "listening");
  product.defer(async () => {
    bot.closeAllConnections();
    bot.close();
    await once(bot, "close");
  });
  await placeEchoBot(product.database, (bot.address() as AddressInfo).port);
  return product;
}
