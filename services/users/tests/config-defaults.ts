import { env } from "@team-chat/config";
import { plainLayout } from "@team-chat/contract";

/** Configuration of every service under test, but for its addresses and secrets. */
export const configDefaults = {
  MODE: "development",
  HOST: "127.0.0.1",
  DRAIN_MS: 0,
  PORT: 0,
  LOG_LEVEL: "error",
  PARTITIONS: plainLayout(1),
  ...env.telemetryDefaults,
  ...env.databaseDefaults,
  ...env.leaseDefaults,
  ...env.auditDefaults,
  EXTERNAL_HOST: "localhost:9991",
  OPERATOR_PORT: 0,
  DNS_SERVERS: [] as string[],
  EXTERNAL_SCHEME: undefined,
  STREAM_REPLICAS: 1,
  EVENT_RETENTION_HOURS: 1,
  STREAM_MAX_MIB: 1024,
  WEB_PUBLIC_STREAMS_ENABLED: true,
  SMTP_URL: undefined,
  MAIL_FROM: "chat@example.com",
} as const;
