import type { Identity } from "@team-chat/identity";

/** Identity of the gateway in calls to other services that it makes for itself. */
export const self: Identity = { kind: "service", name: "gateway" };

/**
 * Spaces proofs out under load, so that more requests share one and are then written together
 * (docs/performance.md#what-stays-because-it-pays). Waits only after a proof that at least `busyThreshold` requests
 * shared: for at most `ms` after it, and until `maxWaiters` requests wait.
 */
export const proofPacing = { ms: 15, busyThreshold: 3, maxWaiters: 24 };
