export { FairQueue, type Payer } from "./fair-queue.ts";
export { BatchLoader, KeyedBatchLoader, type Pacing } from "./batch-loader.ts";
export { type DailyCount, DailyCounts } from "./daily-counts.ts";
export { GaveUp, type GaveUpReason } from "./gave-up.ts";
export { hashText } from "./hash-text.ts";
export { KeyedMutex } from "./keyed-mutex.ts";
export { RecentlyUsed } from "./recently-used.ts";
export { PeriodicTask } from "./periodic-task.ts";
export { type Author, currentWork, runFor, runInBackground, runShared, type Work } from "./work.ts";
