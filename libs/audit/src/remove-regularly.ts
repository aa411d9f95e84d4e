import type { Database } from "@team-chat/pg";
import { failureLog, type Logger } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import { removeEntriesBefore } from "./remove-old.ts";

const everyMs = 3_600_000;
const dayMs = 86_400_000;

/** Removes entries every hour that are older than so many days; ends when it is disposed of. */
export function removeOldEntriesRegularly(db: Database, days: number, log: Logger): PeriodicTask {
  return new PeriodicTask({
    everyMs,
    async run() {
      const time = new Date(Date.now() - days * dayMs);
      while ((await removeEntriesBefore(db, time)) !== null);
    },
    onError: failureLog(log, "old entries of the audit log stay for now"),
  });
}
