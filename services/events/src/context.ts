import type { registerOperations } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";

import type { Turnstile } from "./operations/turnstile.ts";
import type { Hub } from "./queues/hub.ts";

/** What every operation of this service works with. */
export interface EventsContext {
  readonly hub: Hub;
  /** The services that contribute to the initial data. */
  readonly peers: Readonly<Record<keyof typeof registerOperations, ServiceClient>>;
  /** Where registrations wait while too many are being served. */
  readonly registrations: Turnstile;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
