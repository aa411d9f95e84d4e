/**
 * Under load proofs are shared by more requests this way, which then go on together and are written together (docs/performance.md, Messages). A request
 * that comes while few others do waits for nobody.
 */
export const proofSpacing = { ms: 10, crowd: 3 };
