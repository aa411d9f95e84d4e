import type { registerOperations } from "@team-chat/contract";
import type { ServicePool } from "@team-chat/http";

import type { Hub } from "./queues/hub.ts";

/** What every operation of this service works with. */
export interface EventsContext {
  readonly hub: Hub;
  /** The services that contribute to the initial data. */
  readonly peers: Readonly<Record<keyof typeof registerOperations, ServicePool>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
