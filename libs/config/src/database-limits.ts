interface DatabaseVariables {
  readonly REQUEST_STATEMENT_MS: number;
  readonly JOB_STATEMENT_MS: number;
  readonly LOCK_WAIT_MS: number;
  readonly IDLE_TRANSACTION_MS: number;
  readonly REALM_CONNECTIONS: number;
}

/** Reads the time limits and shares from the fields of `env.database`, as pools take them. */
export function databaseLimits(config: DatabaseVariables) {
  return {
    requestMs: config.REQUEST_STATEMENT_MS,
    statementMs: config.JOB_STATEMENT_MS,
    lockMs: config.LOCK_WAIT_MS,
    idleInTransactionMs: config.IDLE_TRANSACTION_MS,
    perRealm: config.REALM_CONNECTIONS,
  };
}
