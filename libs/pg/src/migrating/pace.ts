/** Measure in which a migration waits for others and works. */
export interface Pace {
  /** Longest wait for a lock, in ms: who waits for a table lets nobody else at it. */
  readonly lockWaitMs: number;
  /** Tries to get a lock before giving up. */
  readonly tries: number;
  /** Longest pause between two tries, in ms, in which everybody else gets at the table. */
  readonly pauseMs: number;
  /** Rows of a batch, which are locked until it is committed. */
  readonly batchRows: number;
  /** Least time between two reports of progress, in ms. */
  readonly reportEveryMs: number;
}

/** Two seconds at most nobody gets at a table; all tries together take two to three minutes. */
export const defaultPace: Pace = {
  lockWaitMs: 2000,
  tries: 30,
  pauseMs: 4000,
  batchRows: 1000,
  reportEveryMs: 5000,
};
