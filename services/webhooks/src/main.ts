import { runProcess } from "@team-chat/http";

import { readConfig } from "./config.ts";
import { createService } from "./service.ts";

const config = readConfig();
// A delivery under way waits up to 10 s for the bot, and its reply has to be posted after that.
await runProcess({ service: "webhooks", config, isCalled: true, extraMs: 5000 }, (parts) =>
  createService(config, parts),
);
