import pg from "pg";

import { runBounded } from "./bounded-statement.ts";
import { connectionOptions, defaultLimits, idleConnectionMs, type PoolLimits } from "./limits.ts";
import { measurePool, type PoolMeasuring, type Timed, unmeasured } from "./pool-metrics.ts";
import { RealmShare } from "./realm-share.ts";

/** int8 as number, everything else as pg parses it by itself. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

export interface HotPoolOptions {
  readonly url: string;
  /** Connections. */
  readonly max: number;
  /** Told of idle connections that broke; they are dropped. */
  readonly onIdleError: (error: Error) => void;
  readonly limits?: PoolLimits;
  readonly measuring?: PoolMeasuring;
}

/**
 * A bare pg pool for the paths where slonik's cost shows: the send statement and what runs with every message. The
 * statements of requests are bounded.
 */
export class HotPool {
  readonly #pool: pg.Pool;
  readonly #share: RealmShare;
  readonly #requestMs: number;
  readonly #timed: Timed;

  constructor(
    { limits = defaultLimits, max, measuring = unmeasured, onIdleError, url }: HotPoolOptions,
    settings: readonly string[] = [],
  ) {
    const options = connectionOptions(url, limits, settings);
    this.#pool = new pg.Pool({ ...options, max, idleTimeoutMillis: idleConnectionMs, types });
    this.#pool.on("error", onIdleError);
    // From the first moment on: the words that let one in and those that it ends with may come in one chunk, before
    // whoever waits for the connection runs. A statement hears of what breaks its connection, too.
    this.#pool.on("connect", (client) => client.on("error", ignore));
    this.#share = new RealmShare({ perRealm: limits.perRealm, waitMs: limits.requestMs });
    this.#requestMs = limits.requestMs;
    this.#timed = measurePool(measuring, max, () => this.#state());
  }

  /** @throws what the server says; GaveUp */
  query<Row extends pg.QueryResultRow>(
    query: pg.QueryConfig | string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    return this.withClient((client) => client.query<Row>(query, values as unknown[] | undefined));
  }

  /**
   * Runs one statement on a connection, which is used by nobody else meanwhile, and not again when the statement fails.
   */
  withClient<T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#share.run(async () => {
      const client = await this.#pool.connect();
      let failed = true;
      try {
        const result = await runBounded(client as unknown as pg.Client, this.#requestMs, () =>
          this.#timed(() => run(client)),
        );
        failed = false;
        return result;
      } finally {
        client.release(failed);
      }
    });
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #state() {
    const { idleCount, totalCount, waitingCount } = this.#pool;
    return {
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount + this.#share.waiting,
    };
  }
}

const ignore = () => undefined;

/** Opens a bare pool; int8 arrives as number. The caller ends it. */
export function hotPool(options: HotPoolOptions): HotPool {
  return new HotPool(options);
}

/**
 * Opens a pool for statements that are planned once for each connection whatever their parameters are (`runPrepared`).
 * By default Postgres compares estimates, and those of a `limit` that it does not know are so high that it would plan
 * anew every time.
 */
export function preparedPool(options: HotPoolOptions): HotPool {
  return new HotPool(options, ["plan_cache_mode=force_generic_plan"]);
}
