import { runProcess } from "@team-chat/http";

import { readConfig } from "./config.ts";
import { createService } from "./service.ts";

const config = readConfig();
await runProcess({ service: "users", config, isCalled: true }, (parts) =>
  createService(config, parts),
);
