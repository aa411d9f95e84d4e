import { env, parseConfig } from "@team-chat/config";
import { z } from "zod";

export const configSchema = z.object({
  ...env.common,
  PORT: env.port(9103),
  DATABASE_URL: env.databaseUrl(),
  ...env.external,
  ...env.streams,
  ...env.spectators,
  CHANNELS_URL: env.peer("channels", "http://127.0.0.1:9102"),
  MESSAGES_URL: env.peer("messages", "http://127.0.0.1:9101"),
});

export type Config = z.output<typeof configSchema>;

/** The configuration of this process. @throws ConfigError naming every problem */
export function readConfig(): Config {
  return parseConfig(configSchema, process.env);
}
