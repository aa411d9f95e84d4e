export { FairQueue, type Payer } from "./fair-queue.ts";
export { GaveUp, type GaveUpReason } from "./gave-up.ts";
export { currentWork, runFor, runInBackground, runShared, type Work } from "./work.ts";
