import { env, parseConfig, secret } from "@team-chat/config";
import { z } from "zod";

const hourMs = 3_600_000;

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
  STREAM_REPLICAS: env
    .integer(1, 5)
    .default(1)
    .describe("Copies of each stream in the NATS cluster"),
  EVENT_RETENTION_HOURS: env
    .integer(1, 8760)
    .default(169)
    .transform((hours) => hours * hourMs)
    .describe("Hours that events stay in the streams; an event queue may live for seven days"),
});

/** @throws ConfigError naming every wrong variable. */
export function readConfig(): z.output<typeof configSchema> {
  return parseConfig(configSchema, process.env);
}
