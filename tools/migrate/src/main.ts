import { streamSettings } from "@team-chat/config";

import { readConfig } from "./config.ts";
import { migrateDatabase, provisionStreams } from "./migrate.ts";

const config = readConfig();
const passwords = {
  users: config.USERS_DATABASE_PASSWORD,
  channels: config.CHANNELS_DATABASE_PASSWORD,
  messages: config.MESSAGES_DATABASE_PASSWORD,
  webhooks: config.WEBHOOKS_DATABASE_PASSWORD,
};
const applied = await migrateDatabase({
  adminUrl: config.DATABASE_URL.reveal(),
  passwordOf: (service) => passwords[service].reveal(),
});
await provisionStreams({ natsUrl: config.NATS_URL, ...streamSettings(config) });
console.log(applied.length === 0 ? "Nothing to migrate." : `Applied ${applied.join(", ")}.`);
