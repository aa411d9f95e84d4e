import type { registerOperations } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";

import type { Hub } from "./domain/queues/hub.ts";
import type { Semaphore } from "./domain/semaphore.ts";

/** Resources that every operation of this service works with. */
export interface EventsContext {
  readonly hub: Hub;
  /** The services that contribute to the initial data. */
  readonly peers: Readonly<Record<keyof typeof registerOperations, ServiceClient>>;
  /** Semaphore at which registrations wait while too many are being served. */
  readonly registrations: Semaphore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
