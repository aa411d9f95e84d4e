import { AppError } from "@team-chat/errors";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { listDueDirectories } from "../../queries/authentication/directories.ts";
import { syncDirectory } from "./sync-directory.ts";

const lookEveryMs = 60_000;
/** Directories that one process asks at once, so that one that is slow does not keep the others waiting. */
const atOnce = 3;

export interface Syncing extends AsyncDisposable {
  /** Synchronises the directories that are due. */
  readonly runNow: () => Promise<void>;
}

/** Synchronises directories that are due, at an interval, until disposed of; then what is left comes next time. */
export function syncDirectoriesRegularly(ctx: Context): Syncing {
  const stopping = new AbortController();
  const { signal } = stopping;
  const task = new PeriodicTask({
    everyMs: lookEveryMs,
    async run() {
      const due = [...(await listDueDirectories(ctx.db, ctx.now()))];
      const work = async () => {
        for (let realmId = due.shift(); realmId !== undefined; realmId = due.shift())
          if (!signal.aborted) await sync(ctx, realmId, signal);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    },
    onError: (error) => {
      ctx.log.error({ err: error }, "directories are synchronised later");
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

/** Synchronises one; what goes wrong there is nobody else's concern. */
async function sync(ctx: Context, realmId: number, signal: AbortSignal): Promise<void> {
  try {
    await syncDirectory(ctx, realmId, { isDryRun: false, force: false, signal });
  } catch (error) {
    // Another process is at it, or writes for the organization.
    if (error instanceof AppError && error.code === "SERVICE_UNAVAILABLE") return;
    ctx.log.error({ err: error, realm: realmId }, "a directory is synchronised later");
  }
}
