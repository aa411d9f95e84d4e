import { type Nats, publishTurns } from "@team-chat/nats";
import type { Database } from "@team-chat/pg";
import { failureLog, type Logger } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import { listTurns } from "../../queries/organization/turns.ts";

interface Publishing {
  readonly db: Database;
  readonly log: Logger;
  readonly nats: Nats;
}

/** Short enough for what NATS has lost, and for whoever died between a change and publishing it. */
const everyMs = 5000;

/** Publishes which organizations were moved, at once and whenever something else is published. */
export function publishTurnsRegularly({ db, log, nats }: Publishing): PeriodicTask {
  const task = new PeriodicTask({
    everyMs,
    run: () =>
      publishTurns(nats, async () => {
        const rows = await listTurns(db);
        return rows.map(({ realmId, turn }) => [realmId, turn] as const);
      }),
    onError: failureLog(log, "publishing which organizations were moved failed and is tried again"),
  });
  void task.runNow();
  return task;
}
