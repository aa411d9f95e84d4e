import { natsSettings, streamSettings } from "@team-chat/config";

import { passwordsOf, readConfig } from "./config.ts";
import { migrateDatabase, provisionStreams } from "./migrate.ts";

const config = readConfig();
const applied = await migrateDatabase({
  adminUrl: config.DATABASE_URL.reveal(),
  passwordOf: (service) => passwordsOf(config, service).first,
  secondPasswordOf: (service) => passwordsOf(config, service).second,
  report: (line) => console.error(line),
});
await provisionStreams({ nats: natsSettings(config), ...streamSettings(config) });
console.log(applied.length === 0 ? "Nothing to migrate." : `Applied ${applied.join(", ")}.`);
