import { createLogger, type Logger } from "@team-chat/telemetry";

/** The service's logger and its named parts. */
export interface Logs {
  readonly root: Logger;
  readonly queues: Logger;
}

/** Creates the loggers of the process, one for each named part. */
export function createLogs(level: string): Logs {
  const root = createLogger({ service: "events", level });
  return { root, queues: root.child({ part: "queues" }) };
}
