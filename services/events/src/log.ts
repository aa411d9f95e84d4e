import type { Logger } from "@team-chat/telemetry";

/** The service's logger and its named parts. */
export interface Logs {
  readonly root: Logger;
  readonly queues: Logger;
}

/** Names the parts of the service in its log. */
export function createLogs(root: Logger): Logs {
  return { root, queues: root.child({ part: "queues" }) };
}
