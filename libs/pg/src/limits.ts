/** Time limits on the connections of a pool, in ms, and the share of one organization. */
export interface PoolLimits {
  /** A statement of a request. */
  readonly requestMs: number;
  /** Any other statement; also what the server ends by itself when this process does not. */
  readonly statementMs: number;
  /** A wait for a lock. */
  readonly lockMs: number;
  /** A transaction in which nothing is asked. */
  readonly idleInTransactionMs: number;
  /** Connections that requests of one organization use at once. */
  readonly perRealm: number;
}

/** Limits of the default configuration (libs/config). */
export const defaultLimits: PoolLimits = {
  requestMs: 10_000,
  statementMs: 60_000,
  lockMs: 8000,
  idleInTransactionMs: 30_000,
  perRealm: 4,
};

/**
 * Interval at which a backend looks, in the middle of a statement, whether its client is still there, so that it does
 * not go on for a process that was killed.
 */
const clientCheck = "client_connection_check_interval=1s";

/**
 * A statement is the work of one process of PostgreSQL, so that one organization has no more cores than it has
 * connections. To start others takes 7 ms, also for a part of the statement that is never reached.
 */
const oneProcess = "max_parallel_workers_per_gather=0";

/** Time after which a pool closes a connection that nobody uses. */
export const idleConnectionMs = 30_000;

/** Options of a connection with these limits. `settings` are `name=value` of the server. */
export function connectionOptions(
  url: string,
  limits: PoolLimits,
  settings: readonly string[] = [],
) {
  return {
    connectionString: url,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    options: [clientCheck, oneProcess, ...settings].map((setting) => `-c ${setting}`).join(" "),
  };
}
