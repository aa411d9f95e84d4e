import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { createEchoServer } from "@team-chat/echo-bot";
import { demo } from "@team-chat/realm-cli";

import { Product } from "./product.ts";

/**
 * Starts the product with the demo organizations and the echo bot.
 *
 * @param more variables for the configuration of all services
 */
export async function startDemo(more: Readonly<Record<string, string>> = {}): Promise<Product> {
  const product = await Product.start(more);
  const bot = createEchoServer(undefined).listen(0, "127.0.0.1");
  await once(bot, "listening");
  product.defer(async () => {
    bot.closeAllConnections();
    bot.close();
    await once(bot, "close");
  });
  await demo(product, (bot.address() as AddressInfo).port);
  return product;
}
