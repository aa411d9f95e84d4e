import { createLogger, type Logger } from "@team-chat/telemetry";

export function createLog(level: string): Logger {
  return createLogger({ service: "webhooks", level });
}
