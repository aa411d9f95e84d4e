import { natsSettings, streamSettings } from "@team-chat/config";

import { passwordsOf, readConfig } from "./config.ts";
import { migrateDatabase, migrateStreams } from "./migrate.ts";

const config = readConfig();
const adminUrl = config.DATABASE_URL.reveal();
const report = (line: string) => console.error(line);
const applied = await migrateDatabase({
  adminUrl,
  passwordOf: (service) => passwordsOf(config, service).first,
  secondPasswordOf: (service) => passwordsOf(config, service).second,
  report,
});
await migrateStreams({
  adminUrl,
  nats: natsSettings(config),
  ...streamSettings(config),
  report,
});
console.log(applied.length === 0 ? "Nothing to migrate." : `Applied ${applied.join(", ")}.`);
