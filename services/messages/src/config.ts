import { env, secret } from "@team-chat/config";
import { z } from "zod";

export const configSchema = z.object({
  ...env.common,
  ...env.called,
  PORT: env.port(9101),
  ...env.telemetry(9201),
  ...env.database,
  HOT_CONNECTIONS: env.hotConnections(),
  PAGE_CONNECTIONS: env.pageConnections(),
  USERS_URL: env.peer("users", "http://127.0.0.1:9103"),
  CHANNELS_URL: env.peer("channels", "http://127.0.0.1:9102"),
  WEBHOOKS_URL: env.peer("webhooks", "http://127.0.0.1:9105"),
  ...env.streams,
  ...env.leases,
  ...env.audit,
  ...env.spectators,
  ARCHIVE_DAYS: env
    .integer(0, 3650)
    .default(30)
    .describe("Days that deleted messages are kept for administrators to restore"),
  UPLOADS_FOLDER: z
    .string()
    .startsWith("/")
    .optional()
    .describe(
      "Folder for uploaded files that all processes of this service share; without it and `S3_URL` they are in the database",
    ),
  S3_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Where uploaded files go instead: https://host/bucket"),
  S3_REGION: z.string().default("us-east-1").describe("Region of the bucket"),
  S3_ACCESS_KEY_ID: z.string().optional().describe("Name of the key for the bucket"),
  S3_SECRET_ACCESS_KEY: secret().optional().describe("The key for the bucket"),
});

export type Config = z.output<typeof configSchema>;

/** Picks the parts of the configuration that operations need. */
export function switchesOf(config: Config) {
  return {
    webPublicStreams: config.WEB_PUBLIC_STREAMS_ENABLED,
    archiveMs: config.ARCHIVE_DAYS * 86_400_000,
  };
}
