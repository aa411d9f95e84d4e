import { parseConfig } from "@team-chat/config";
import type { ConfiguredService } from "@team-chat/http";

import { configSchema } from "./config.ts";
import { createService } from "./service.ts";

/** Returns the service as a process runs it, alone or beside others. @throws ConfigError naming every wrong variable */
export function configure(variables: NodeJS.ProcessEnv): ConfiguredService {
  const config = parseConfig(configSchema, variables);
  return {
    service: "gateway",
    config,
    create: (parts) => createService(config, parts),
  };
}
