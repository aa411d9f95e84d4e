import { stopOnSignals } from "@team-chat/http";

import { readConfig } from "./config.ts";
import { createService } from "./service.ts";

const config = readConfig();
stopOnSignals(await createService(config), { extraMs: config.DRAIN_MS });
