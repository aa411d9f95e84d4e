import { demo } from "@team-chat/realm-cli";
import { roleUrl, type Template } from "@team-chat/testkit";

import { Product } from "../in-process/product.ts";
import { migrated } from "./migrated.ts";

/** Nobody listens there, and nobody has called the bot yet. */
const portOfNobody = 1;

/** Services with an outbox. */
const publishers = ["users", "channels", "messages"];

/**
 * The demo organizations as they are when everybody in them was greeted: to make them takes ten times as much processor
 * time as to start the services. Whoever copies it says where the echo bot is.
 */
export const demoOrganizations: Template = {
  name: "demo-organizations",
  migrate: async (adminUrl) => {
    await migrated.migrate(adminUrl);
    await using product = await Product.over({
      adminUrl,
      urlFor: (role) => roleUrl(adminUrl, role),
    });
    await demo(product, portOfNobody);
    await product.settle();
    // A copy has a stream of its own, which lacks these events: they would be published again.
    for (const name of publishers) await product.database.query(`delete from ${name}.outbox`);
  },
};

/** Has the echo bot of a copy called where it listens. */
export async function placeEchoBot(
  database: { query(text: string): Promise<unknown> },
  port: number,
): Promise<void> {
  await database.query(`update users.webhook set url = 'http://127.0.0.1:${port}/'`);
}
