// See docs/export.md and docs/adr/0027-exports-of-one-moment.md.
import { holdSnapshot } from "@team-chat/pg";
import type { Logger } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import type { ExportId } from "../../queries/exports/tries.ts";
import { exportedOrganizations } from "../exports/exported-organizations.ts";
import { type Exported, make, type Making } from "../exports/making.ts";
import { exportedHolds } from "../holds/exported-holds.ts";
import { exportedPeople } from "../people/exported-people.ts";

const lookEveryMs = 5000;

export interface Exporting extends AsyncDisposable {
  /** Makes the exports that are due. */
  readonly runNow: () => Promise<void>;
}

/**
 * Makes exports that are due, at an interval, one at a time, until disposed of; then one under way is left to others,
 * who begin it anew.
 */
export function exportRegularly(ctx: Context, log: Logger): Exporting {
  const stopping = new AbortController();
  const making = { ctx, log, signal: stopping.signal };
  const task = new PeriodicTask({
    everyMs: lookEveryMs,
    async run() {
      await makeDue(making, exportedOrganizations(ctx));
      await makeDue(making, exportedHolds(ctx));
      await makeDue(making, exportedPeople(ctx));
    },
    onError: (error) => {
      log.error({ err: error }, "exports are made later");
    },
  });
  return {
    runNow: () => task.runNow(),
    [Symbol.asyncDispose]: () => {
      stopping.abort();
      return task[Symbol.asyncDispose]();
    },
  };
}

async function makeDue<Job extends ExportId>(
  making: Making,
  exported: Exported<Job>,
): Promise<void> {
  await exported.removeOld();
  for (const job of await exported.listDue()) {
    if (making.signal.aborted) return;
    // Whoever has the name holds the snapshot, and both end with their process.
    const name = `${nameOf[job.of]} ${job.realmId} ${job.id}`;
    await holdSnapshot(making.ctx.db, name, (snapshot) =>
      make(making, exported, { job, snapshot }),
    );
  }
}

const nameOf = {
  organization: "export",
  legal_hold: "export of a hold",
  person: "export of a person",
} as const;
