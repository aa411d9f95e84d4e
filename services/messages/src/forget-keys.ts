import type { Database } from "@team-chat/pg";
import type { Logger } from "@team-chat/telemetry";

import { deleteOldKeys } from "./queries/idempotency.ts";

const everyMs = 3_600_000;

/** Forgets idempotency keys that are too old to be used again, now and then, until disposed of. */
export function forgetKeys(db: Database, log: Logger): Disposable {
  const timer = setInterval(() => {
    deleteOldKeys(db).catch((error: unknown) => {
      log.error({ err: error }, "old idempotency keys stay");
    });
  }, everyMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
