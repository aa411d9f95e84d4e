import { defineGauge, defineHistogram, type Metrics, noMetrics } from "@team-chat/telemetry";
import { currentWork, markProcessor, markResumed } from "@team-chat/work";

export const poolConnections = defineGauge({
  name: "db.client.connection.count",
  title: "Connections to PostgreSQL",
  unit: "{connection}",
  meaning: "Connections to PostgreSQL, by what they do.",
  labels: ["pool", "state"],
});
export const poolMaximum = defineGauge({
  name: "db.client.connection.max",
  title: "Most connections",
  unit: "{connection}",
  meaning: "Most connections that a pool may have.",
  labels: ["pool"],
});
export const poolWaiting = defineGauge({
  name: "db.client.connection.pending_requests",
  title: "Waiting for a connection",
  unit: "{request}",
  meaning: "Whoever waits for a connection: of the pool, or of their organization's share of it.",
  labels: ["pool"],
});
export const statementDuration = defineHistogram({
  name: "db.client.operation.duration",
  title: "Time of statements",
  unit: "s",
  meaning: "From sending a statement to its answer, without waiting for a connection.",
  labels: ["pool"],
  bounds: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
});

/** Instruments for a pool, and its name. */
export interface PoolMeasuring {
  readonly metrics: Metrics;
  /** Name of the pool within its process. */
  readonly pool: string;
}

/** Measures nothing. */
export const unmeasured: PoolMeasuring = { metrics: noMetrics, pool: "" };

/** Runs a statement and has its time counted, for the request that caused it as well. */
export type Timed = <T>(run: () => Promise<T>) => Promise<T>;

/** Connections of a pool at the moment. */
interface PoolState {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Measures a pool: its connections whenever somebody wants to know, and each statement that is run so. */
export function measurePool(
  { metrics, pool }: PoolMeasuring,
  max: number,
  look: () => PoolState,
): Timed {
  metrics.observe([poolConnections, poolMaximum, poolWaiting], (tell) => {
    const { idle, used, waiting } = look();
    tell(poolConnections, used, { pool, state: "used" });
    tell(poolConnections, idle, { pool, state: "idle" });
    tell(poolMaximum, max, { pool });
    tell(poolWaiting, waiting, { pool });
  });
  const record = metrics.histogram(statementDuration);
  const labels = { pool };
  return async (run) => {
    const spent = currentWork()?.spent;
    markProcessor(spent);
    const began = performance.now();
    try {
      return await run();
    } finally {
      const ms = performance.now() - began;
      record(ms / 1000, labels);
      markResumed(spent);
      if (spent !== undefined) spent.databaseUs += ms * 1000;
    }
  };
}
