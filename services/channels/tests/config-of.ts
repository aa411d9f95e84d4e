import { env, Secret } from "@team-chat/config";
import { plainLayout } from "@team-chat/contract";
import type { RunningServer } from "@team-chat/http";

import type { Config } from "../src/index.ts";
import { key } from "./users-peer.ts";

/** The configuration of a service under test. */
export function configOf(
  databaseUrl: string,
  peer: RunningServer,
  overrides: Partial<Config>,
): Config {
  return {
    MODE: "development",
    HOST: "127.0.0.1",
    DRAIN_MS: 0,
    PORT: 0,
    LOG_LEVEL: "error",
    NATS_URL: "nats://127.0.0.1:9",
    PARTITIONS: plainLayout(1),
    IDENTITY_KEY: new Secret(key),
    ...env.telemetryDefaults,
    ...env.databaseDefaults,
    ...env.leaseDefaults,
    ...env.auditDefaults,
    DATABASE_URL: new Secret(databaseUrl),
    STREAM_REPLICAS: 1,
    EVENT_RETENTION_HOURS: 1,
    STREAM_MAX_MIB: 1024,
    MESSAGES_URL: "http://127.0.0.1:9",
    USERS_URL: `http://127.0.0.1:${peer.port}`,
    WEB_PUBLIC_STREAMS_ENABLED: true,
    ...overrides,
  };
}
