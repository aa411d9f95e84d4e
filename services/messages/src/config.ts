import { env, parseConfig } from "@team-chat/config";
import { z } from "zod";

export const configSchema = z.object({
  ...env.common,
  PORT: env.port(9101),
  DATABASE_URL: env.databaseUrl(),
  USERS_URL: env.peer("users", "http://127.0.0.1:9103"),
  CHANNELS_URL: env.peer("channels", "http://127.0.0.1:9102"),
  STREAM_REPLICAS: env
    .integer(1, 5)
    .default(1)
    .describe(
      "Copies of each stream in the NATS cluster, when one that is gone must be made again",
    ),
  EVENT_RETENTION_HOURS: env
    .integer(1, 8760)
    .default(169)
    .describe("Hours that events stay in the streams; an event queue may live for seven days"),
});

export type Config = z.output<typeof configSchema>;

/** The configuration of this process. @throws ConfigError naming every problem */
export function readConfig(): Config {
  return parseConfig(configSchema, process.env);
}
