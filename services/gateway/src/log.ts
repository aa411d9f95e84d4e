import { createLogger, type Logger } from "@team-chat/telemetry";

/** Holds the logger of the service and its named parts. */
export interface Logs {
  readonly root: Logger;
  readonly requests: Logger;
  readonly limits: Logger;
}

/** Writes lines of this level and above. */
export function createLogs(level: string): Logs {
  const root = createLogger({ service: "gateway", level });
  return {
    root,
    requests: root.child({ part: "requests" }),
    limits: root.child({ part: "limits" }),
  };
}
