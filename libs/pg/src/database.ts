import {
  type CommonQueryMethods,
  createPool,
  type DatabasePool,
  type DatabaseTransactionConnection,
  type Interceptor,
  SchemaValidationError,
} from "slonik";

import { boundedDriver } from "./driver.ts";
import { defaultLimits, idleConnectionMs, type PoolLimits } from "./limits.ts";
import { measurePool, type PoolMeasuring, unmeasured } from "./pool-metrics.ts";
import { RealmShare } from "./realm-share.ts";

/** The pool of one service. */
export type Database = DatabasePool;
/** Anything queries can run on. */
export type Connection = CommonQueryMethods;
/** Connection of an open transaction; functions that must run in one take this. */
export type Transaction = DatabaseTransactionConnection;

interface OpenOptions {
  readonly url: string;
  readonly maxPoolSize?: number;
  readonly limits?: PoolLimits;
  readonly measuring?: PoolMeasuring;
}

/** Checks every row against the schema its query names: by itself slonik uses the schema as a type only. */
const parseRows: Interceptor = {
  name: "parse rows",
  transformRow: (context, query, row) => {
    const schema = context.resultParser;
    if (!schema) return row;
    const result = schema["~standard"].validate(row);
    if (result instanceof Promise) throw new TypeError("Row schemas must not be asynchronous.");
    if (result.issues) throw new SchemaValidationError(query, row, [...result.issues]);
    return result.value as typeof row;
  },
};

/**
 * Opens a service's pool, in which the statements of requests are bounded. `resetConnection` does nothing because
 * slonik's default, `DISCARD ALL`, costs a round trip for each release and throws prepared statements away; our code
 * changes no session state.
 */
export async function openDatabase({
  limits = defaultLimits,
  maxPoolSize = 10,
  measuring = unmeasured,
  url,
}: OpenOptions): Promise<Database> {
  const share = new RealmShare({ perRealm: limits.perRealm, waitMs: limits.requestMs });
  const timed = measurePool(measuring, maxPoolSize, () => {
    const { acquiredConnections: used, idleConnections: idle, waitingClients } = pool.state();
    return { used, idle, waiting: waitingClients + share.waiting };
  });
  const pool: DatabasePool = await createPool(url, {
    maxPoolSize,
    idleTimeout: idleConnectionMs,
    interceptors: [parseRows],
    resetConnection: async () => {},
    driverFactory: boundedDriver(url, limits, timed),
  });
  return shared(pool, share);
}

/** Makes a pool of which requests of one organization use no more than their share. */
function shared(pool: DatabasePool, share: RealmShare): DatabasePool {
  return {
    ...pool,
    any: (query) => share.run(() => pool.any(query)),
    anyFirst: (query) => share.run(() => pool.anyFirst(query)),
    connect: (use) => share.run(() => pool.connect(use)),
    exists: (query) => share.run(() => pool.exists(query)),
    many: (query) => share.run(() => pool.many(query)),
    manyFirst: (query) => share.run(() => pool.manyFirst(query)),
    maybeOne: (query) => share.run(() => pool.maybeOne(query)),
    maybeOneFirst: (query) => share.run(() => pool.maybeOneFirst(query)),
    one: (query) => share.run(() => pool.one(query)),
    oneFirst: (query) => share.run(() => pool.oneFirst(query)),
    query: (query) => share.run(() => pool.query(query)),
    record: (query) => share.run(() => pool.record(query)),
    transaction: (...given) => share.run(() => pool.transaction(...given)),
  };
}
