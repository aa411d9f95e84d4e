import { env, parseConfig, secret } from "@team-chat/config";
import { z } from "zod";

export const configSchema = z.object({
  ECHO_BOT_PORT: env.integer(0, 65_535).default(9106).describe("Port to listen on, at 127.0.0.1"),
  ECHO_BOT_TOKEN: secret()
    .optional()
    .describe("The bot's token; posts with another one are refused. Not checked when not set"),
});

export type EchoBotConfig = z.output<typeof configSchema>;

/** @throws ConfigError naming every wrong variable. */
export function readConfig(): EchoBotConfig {
  return parseConfig(configSchema, process.env);
}
