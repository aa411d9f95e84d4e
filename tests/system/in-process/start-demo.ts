import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { createEchoServer } from "@team-chat/echo-bot";
import { demo } from "@team-chat/realm-cli";

import { Product } from "./product.ts";

/** Starts the product with the demo organizations and the echo bot. */
export async function startDemo(): Promise<Product> {
  const product = await Product.start();
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
