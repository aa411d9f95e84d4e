interface DatabaseVariables {
  readonly REQUEST_STATEMENT_MS: number;
  readonly JOB_STATEMENT_MS: number;
  readonly LOCK_WAIT_MS: number;
  readonly IDLE_TRANSACTION_MS: number;
  readonly REALM_CONNECTIONS: number;
}

/** What the fields of `env.database` say about time and shares, as pools take it. */
export function databaseLimits(config: DatabaseVariables) {
  return {
    requestMs: config.REQUEST_STATEMENT_MS,
    statementMs: config.JOB_STATEMENT_MS,
    lockMs: config.LOCK_WAIT_MS,
    idleInTransactionMs: config.IDLE_TRANSACTION_MS,
    perRealm: config.REALM_CONNECTIONS,
  };
}
