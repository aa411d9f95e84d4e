import { failureLog, type Logger, type Metrics } from "@team-chat/telemetry";

import { checkSchema, type SchemaOwner } from "./check-schema.ts";
import { type Database, openDatabase } from "./database.ts";
import { hotPool, type HotPool, preparedPool } from "./hot-pool.ts";
import type { PoolLimits } from "./limits.ts";
import { measureSchema } from "./schema-metrics.ts";

interface ServicePoolsOptions extends SchemaOwner {
  readonly limits: PoolLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
}

interface PoolSize {
  /** Names the pool in metrics. */
  readonly name: string;
  /** Connections. */
  readonly max: number;
}

/** The pools of one service, all with its limits and measured; disposing of it ends them. */
export class ServicePools implements AsyncDisposable {
  readonly #options: ServicePoolsOptions;
  readonly #opened = new AsyncDisposableStack();

  constructor(options: ServicePoolsOptions) {
    this.#options = options;
  }

  /**
   * Opens the pool that everything uses which has no reason for another; checks and measures its schema, too.
   * @throws Error that says what to do when the schema lacks migrations, or the certificate of the server is not taken
   */
  async main(maxPoolSize: number): Promise<Database> {
    const { limits, metrics, url } = this.#options;
    const measuring = { metrics, pool: "main" };
    const db = await openDatabase({ url, limits, maxPoolSize, measuring });
    this.#opened.defer(() => db.end());
    await checkSchema(db, this.#options);
    measureSchema(metrics, db);
    return db;
  }

  /** Opens a bare pool (`hotPool`). */
  hot(size: PoolSize): HotPool {
    return this.#opened.adopt(hotPool(this.#bare(size)), (pool) => pool.end());
  }

  /** Opens a pool of statements that are planned once (`preparedPool`). */
  prepared(size: PoolSize): HotPool {
    return this.#opened.adopt(preparedPool(this.#bare(size)), (pool) => pool.end());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }

  #bare({ max, name: pool }: PoolSize) {
    const { limits, log, metrics, url } = this.#options;
    const onIdleError = failureLog(log, "an idle connection to PostgreSQL broke and is replaced");
    return { url, limits, onIdleError, max, measuring: { metrics, pool } };
  }
}
