import { holdName } from "@team-chat/pg";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { listDueErasures } from "../../queries/accounts/erasures.ts";
import { erasePerson } from "./erase-person.ts";

const lookEveryMs = 5000;

export interface ErasingRegularly extends AsyncDisposable {
  /** Erases the people who are to be. */
  readonly runNow: () => Promise<void>;
}

/** Erases people who are to be, at an interval, until disposed of; then one under way is left to others. */
export function erasePeopleRegularly(ctx: Context): ErasingRegularly {
  const stopping = new AbortController();
  const { signal } = stopping;
  const task = new PeriodicTask({
    everyMs: lookEveryMs,
    async run() {
      for (const person of await listDueErasures(ctx.db, ctx.now())) {
        if (signal.aborted) return;
        // Whoever has the name is the only one, and it ends with the process.
        const name = `erasure ${person.realmId} ${person.userId}`;
        await holdName(ctx.db, name, () => erasePerson({ ctx, person, signal }));
      }
    },
    onError: (error) => {
      ctx.log.error({ err: error }, "people are erased later");
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
