import { setTimeout as delay } from "node:timers/promises";

import pg from "pg";

import type { Migration } from "./migration-file.ts";
import type { Pace } from "./pace.ts";

/** A runner at work on one schema. */
export interface Run {
  readonly client: pg.Client;
  readonly service: string;
  readonly report: (line: string) => void;
  readonly pace: Pace;
}

/** Lock not available in time, and a deadlock in which we were chosen to give way. */
const retried: ReadonlySet<string | undefined> = new Set(["55P03", "40P01"]);

/** Carries out work in a transaction, again as long as it does not get its locks. @throws Error after the last try */
export async function inTransaction(
  run: Run,
  migration: Migration,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const { client, pace } = run;
  await client.query(`set lock_timeout = ${pace.lockWaitMs}`);
  await retryLocks(run, migration, async () => {
    await client.query("begin");
    try {
      await work(run);
      await client.query("commit");
    } catch (error) {
      if (isRetried(error)) await client.query("rollback");
      throw error;
    }
  });
}

/** Carries out work again as long as it does not get its locks. @throws Error after the last try */
export async function retryLocks(
  { pace, report, service }: Run,
  { name }: Migration,
  work: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isRetried(error)) throw error;
      if (tries === pace.tries)
        throw new Error(
          `Migration ${service}/${name} did not get its locks in ${tries} tries: somebody holds a table for longer than ${pace.lockWaitMs} ms at a time (see pg_stat_activity for transactions that stay open). Nothing of this step was done; run migrate again.`,
          { cause: error },
        );
      report(
        `Migration ${service}/${name} did not get its locks in ${pace.lockWaitMs} ms (try ${tries} of ${pace.tries}): it lets others go first, and tries again.`,
      );
      await delay(pace.pauseMs * (0.5 + Math.random() / 2));
    }
  }
}

function isRetried(error: unknown): boolean {
  return error instanceof pg.DatabaseError && retried.has(error.code);
}

/** Notes that a migration is applied. */
export async function noteApplied({ client }: Run, { hash, name }: Migration): Promise<void> {
  await client.query("insert into migration (name, hash) values ($1, $2)", [name, hash]);
}
