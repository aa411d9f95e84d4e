import type { Identity } from "@team-chat/identity";

/** Identity of the gateway in calls to other services that it makes for itself. */
export const self = { kind: "service", name: "gateway" } as const satisfies Identity;

/** Makes the identity of the gateway in calls that it makes for a browser at an Internet address. */
export function selfFor(address: string): Identity {
  return { ...self, address };
}

/**
 * Spaces proofs out under load, so that more requests share one and are then written together
 * (docs/optimizations.md). Waits only after a proof that at least `busyThreshold` requests shared: for at most `ms`
 * after it, and until `maxWaiters` requests wait. Fewer who send at once would never be so many, and wait in vain.
 */
export const proofPacing = { ms: 15, busyThreshold: 24, maxWaiters: 24 };
