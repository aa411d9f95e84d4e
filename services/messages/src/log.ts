import { createLogger, type Logger } from "@team-chat/telemetry";

/** Creates the logger of the process; parts of it make children. */
export function createLog(level: string): Logger {
  return createLogger({ service: "messages", level });
}
