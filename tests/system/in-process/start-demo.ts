import { demo } from "@team-chat/realm-cli";
import { findFreePort } from "@team-chat/servers";

import { Product } from "./product.ts";

/** Starts the product with the demo organizations, of whose echo bot nobody hears. */
export async function startDemo(): Promise<Product> {
  const product = await Product.start();
  await demo(product, await findFreePort());
  return product;
}
