import { env, parseConfig, secret } from "@team-chat/config";
import { z } from "zod";

export const configSchema = z.object({
  OPERATOR_URL: z
    .string()
    .regex(/^https?:\/\//, "must start with http:// or https://")
    .optional()
    .describe("Where the operator's interface is; by default that of the stack which runs here"),
  OPERATOR_KEY: secret()
    .optional()
    .describe("Key with which it is used; by default that of the stack which runs here"),
  USERS_URL: z
    .string()
    .optional()
    .describe("Where the users service listens; by default that of the stack which runs here"),
  CHANNELS_URL: z
    .string()
    .optional()
    .describe("Where the channels service listens; by default that of the stack which runs here"),
  IDENTITY_KEY: env
    .identityKeys()
    .optional()
    .describe("Secret that signs identities; by default that of the stack which runs here"),
  DATA_DIR: z.string().default(".data").describe("Data folder of the stack that runs here"),
  ECHO_BOT_PORT: env
    .integer(1, 65_535)
    .default(9106)
    .describe("Where the echo bot of the demo listens, on 127.0.0.1"),
});

export type Config = z.output<typeof configSchema>;

/** Reads the configuration of this process. @throws ConfigError naming every problem */
export function readConfig(): Config {
  return parseConfig(configSchema, process.env);
}
