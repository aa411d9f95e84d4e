import { env, parseConfig } from "@team-chat/config";
import { z } from "zod";

export const configSchema = z.object({
  ...env.common,
  PORT: env.port(9103),
  DATABASE_URL: env.databaseUrl(),
  EXTERNAL_HOST: z
    .string()
    .default("localhost:9991")
    .describe(
      "Host and port under which clients reach the root organization; others are its subdomains",
    ),
  EXTERNAL_SCHEME: z
    .enum(["http", "https"])
    .optional()
    .describe(
      "Scheme of the organizations' URLs; by default http in development and https in production",
    ),
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
  MESSAGES_URL: env.peer("messages", "http://127.0.0.1:9101"),
});

export type Config = z.output<typeof configSchema>;

/** The configuration of this process. @throws ConfigError naming every problem */
export function readConfig(): Config {
  return parseConfig(configSchema, process.env);
}
