import { stopOnSignals } from "@team-chat/http";

import { readConfig } from "./config.ts";
import { createService } from "./service.ts";

// A delivery under way waits up to 10 s for the bot, and its reply has to be posted after that.
stopOnSignals(await createService(readConfig()), { extraMs: 5_000 });
