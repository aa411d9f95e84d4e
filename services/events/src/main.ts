import { stopOnSignals } from "@team-chat/http";

import { readConfig } from "./config.ts";
import { createService } from "./service.ts";

stopOnSignals(await createService(readConfig()));
