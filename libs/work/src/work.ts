import { AsyncLocalStorage } from "node:async_hooks";

import type { GaveUp } from "./gave-up.ts";
import type { Spent } from "./spent.ts";

/** Names whoever acts, for the audit log (docs/subsystems/audit.md#who-acts). */
export interface Author {
  readonly operation: string;
  readonly request_id: string;
  readonly actor: Readonly<Record<string, number | string>>;
}

/** Work being done: one request to one operation. */
export interface Work {
  /** The operation's name. */
  readonly operation: string;
  /**
   * The organization that the work counts for; undefined for what other services ask, and for what several requests
   * share.
   */
  readonly realmId?: number | undefined;
  /** Tells who acts; absent in work that nobody in particular has asked for. */
  readonly author?: (() => Author) | undefined;
  /** Aborted when nobody waits for the answer any more; absent when the work is to be carried out nevertheless. */
  readonly signal?: (() => AbortSignal) | undefined;
  /** Hears when some of it is stopped, for the log. */
  readonly onGaveUp: (error: GaveUp) => void;
  /** Adds up what it takes, together with what others share with it. */
  readonly spent?: Spent | undefined;
}

const storage = new AsyncLocalStorage<Work | undefined>();

/** Returns the request being worked on; undefined in what nobody waits for. */
export function currentWork(): Work | undefined {
  return storage.getStore();
}

/** Runs `run`, and everything it starts, as part of this work. */
export function runFor<Result>(work: Work, run: () => Result): Result {
  return storage.run(work, run);
}

/**
 * Runs what others may wait for as well: it has the time limits of the request that caused it, but does not end when
 * the one who asked first goes away, and counts for no organization.
 */
export function runShared<Result>(run: () => Result): Result {
  const work = storage.getStore();
  if (work === undefined || (work.signal === undefined && work.realmId === undefined)) return run();
  const { author, onGaveUp, operation, spent } = work;
  return storage.run({ operation, author, onGaveUp, spent }, run);
}

/** Runs what must be done whoever waits for it and how long it takes, such as bringing a projection up to date. */
export function runInBackground<Result>(run: () => Result): Result {
  return storage.run(undefined, run);
}
