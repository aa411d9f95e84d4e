import type { Logger } from "@team-chat/telemetry";

/** Holds the logger of the service and its named parts. */
export interface Logs {
  readonly root: Logger;
  readonly requests: Logger;
  readonly limits: Logger;
}

/** Names the parts of the service in its log. */
export function createLogs(root: Logger): Logs {
  return {
    root,
    requests: root.child({ part: "requests" }),
    limits: root.child({ part: "limits" }),
  };
}
