import pg from "pg";

/** A bare pg pool for the paths where slonik's cost shows: the send statement and what runs with every message. */
export type HotPool = pg.Pool;

/** int8 as number, everything else as pg parses it by itself. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens a bare pool; int8 arrives as number. The caller ends it. Idle connections that break are dropped, not fatal. */
export function hotPool(url: string, max: number, onIdleError: (error: Error) => void): HotPool {
  return open({ connectionString: url, max }, onIdleError);
}

/**
 * The same for statements that are planned once for each connection whatever their parameters are (`runPrepared`). By itself Postgres compares
 * estimates, and those of a `limit` that it does not know are so high that it would plan anew every time.
 */
export function preparedPool(
  url: string,
  max: number,
  onIdleError: (error: Error) => void,
): HotPool {
  const options = "-c plan_cache_mode=force_generic_plan";
  return open({ connectionString: url, max, options }, onIdleError);
}

function open(config: pg.PoolConfig, onIdleError: (error: Error) => void): HotPool {
  const pool = new pg.Pool({ ...config, idleTimeoutMillis: 0, types });
  pool.on("error", onIdleError);
  return pool;
}
