import { parseConfig } from "@team-chat/config";
import type { ConfiguredService } from "@team-chat/http";

import { configSchema } from "./config.ts";
import { createService } from "./service.ts";

/** Returns the service as a process runs it, alone or beside others. @throws ConfigError naming every wrong variable */
export function configure(variables: NodeJS.ProcessEnv): ConfiguredService {
  const config = parseConfig(configSchema, variables);
  return {
    service: "webhooks",
    config,
    isCalled: true,
    // A delivery under way waits up to 10 s for the bot, and its reply has to be posted after that.
    extraMs: 5000,
    create: (parts) => createService(config, parts),
  };
}
