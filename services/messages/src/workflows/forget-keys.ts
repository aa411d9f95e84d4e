import type { Database } from "@team-chat/pg";
import type { Logger } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import { deleteOldKeys } from "../queries/messages/idempotency.ts";
import { deleteOldCalls } from "../queries/peers/operator-calls.ts";

const everyMs = 3_600_000;

/** Forgets idempotency keys that are too old to be used again, at an interval, until disposed of. */
export function forgetKeys(db: Database, log: Logger): PeriodicTask {
  return new PeriodicTask({
    everyMs,
    run: async () => {
      await deleteOldKeys(db);
      await deleteOldCalls(db);
    },
    onError: (error) => {
      log.error({ err: error }, "forgetting old idempotency keys failed and is tried again");
    },
  });
}
