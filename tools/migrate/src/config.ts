import { env, parseConfig, secret } from "@team-chat/config";
import { z } from "zod";

export const configSchema = z.object({
  DATABASE_URL: secret().describe(
    "postgres:// address with a role that may create roles and schemas",
  ),
  USERS_DATABASE_PASSWORD: secret().describe("Password of the role `users`"),
  CHANNELS_DATABASE_PASSWORD: secret().describe("Password of the role `channels`"),
  MESSAGES_DATABASE_PASSWORD: secret().describe("Password of the role `messages`"),
  WEBHOOKS_DATABASE_PASSWORD: secret().describe("Password of the role `webhooks`"),
  NATS_URL: env.common.NATS_URL,
  PARTITIONS: env.common.PARTITIONS,
  ...env.streams,
});

/** @throws ConfigError naming every wrong variable. */
export function readConfig(): z.output<typeof configSchema> {
  return parseConfig(configSchema, process.env);
}
