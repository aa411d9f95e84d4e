import { getAuthState } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";

import { self } from "./proofs.ts";

interface Peers {
  readonly users: ServiceClient;
  readonly events: { readonly seen: boolean };
}

/** Returns a check that rejects until users and an events process were reached once. */
export function reachedOnce({ events, users }: Peers): () => Promise<void> {
  let reached = false;
  return async () => {
    // What is away later is so for all gateways: removing them is no help, and their answers say when to come again.
    if (reached) return;
    await users.call(getAuthState, self, { host: "ready.invalid", since: 0 }, { realmId: 0 });
    if (!events.seen) throw new Error("No events process was found yet.");
    reached = true;
  };
}
