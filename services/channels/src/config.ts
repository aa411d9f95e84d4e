import { env } from "@team-chat/config";
import { z } from "zod";

export const configSchema = z.object({
  ...env.common,
  ...env.called,
  PORT: env.port(9102),
  ...env.telemetry(9202),
  ...env.database,
  HOT_CONNECTIONS: env.hotConnections(4),
  VERSION_CONNECTIONS: env.versionConnections(),
  ...env.streams,
  ...env.leases,
  ...env.audit,
  USERS_URL: env.peer("users", "http://127.0.0.1:9103"),
  MESSAGES_URL: env.peer("messages", "http://127.0.0.1:9101"),
  ...env.spectators,
});

export type Config = z.output<typeof configSchema>;
