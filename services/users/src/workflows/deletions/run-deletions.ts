import { holdName } from "@team-chat/pg";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { forgetUsage, listDueDeletions } from "../../queries/organization/deletions.ts";
import { deleteOrganization } from "./delete-organization.ts";

const lookEveryMs = 5000;
/** It is kept for a year and a day what a deleted organization used. */
const usageKeptMs = 366 * 86_400_000;

export interface Deleting extends AsyncDisposable {
  /** Deletes the organizations that are due. */
  readonly runNow: () => Promise<void>;
}

/** Deletes organizations that are due, at an interval, until disposed of; then one under way is left to others. */
export function deleteOrganizationsRegularly(ctx: Context): Deleting {
  const stopping = new AbortController();
  const { signal } = stopping;
  const task = new PeriodicTask({
    everyMs: lookEveryMs,
    async run() {
      await forgetUsage(ctx.db, ctx.now() - usageKeptMs);
      for (const realmId of await listDueDeletions(ctx.db, ctx.now())) {
        if (signal.aborted) return;
        // Whoever has the name is the only one, and it ends with the process.
        await holdName(ctx.db, `deletion ${realmId}`, () =>
          deleteOrganization({ ctx, realmId, signal }),
        );
      }
    },
    onError: (error) => {
      ctx.log.error({ err: error }, "organizations are deleted later");
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
