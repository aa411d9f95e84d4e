/**
 * Under load proofs are shared by more requests this way, which then go on together and are written together (docs/performance.md, Messages). A request
 * that comes while few others do waits for nobody, and those who are enough already wait for nobody either.
 */
export const proofPacing = { ms: 15, busyThreshold: 3, maxWaiters: 24 };
