export { type Blocks, blocksOf } from "./blocks.ts";
export { type Delta, applyDelta, deltaOf } from "./delta.ts";
export { knownOf, readKnown } from "./known.ts";
