import type { Bench, BenchOptions, Case, Measure } from "../bench.ts";
import { benchPostgres } from "../floors/bench-postgres.ts";
import { startDurableInsert } from "../floors/durable-insert.ts";
import { FanOutFloor, sampleEventResponse } from "../floors/fan-out.ts";
import { startHop } from "../floors/hop.ts";
import { requestBytes } from "../http/request-bytes.ts";
import { closedLoop, ratePerSecond } from "../load/closed-loop.ts";
import { SenderPool } from "../load/sender-pool.ts";
import { median } from "../statistics.ts";

/** The floors against each other: what this machine can do at all. */
export const floors: Bench = {
  name: "floors",
  description: "The floor programs themselves: gateway hop, durable insert, raw-socket fan-out.",
  floor: "the cheaper neighbour of each floor: no hop, single rows, one receiver",
  open: async (options, resources) => {
    const databaseUrl = await benchPostgres(resources);
    const sizes = options.quick ? [10, 100] : [10, 100, 1000, 5000];
    return [
      hopCase(options, 1),
      hopCase(options, 64),
      insertCase(options, databaseUrl),
      ...sizes.map((receivers) => fanOutCase(receivers)),
    ];
  },
};

function hopCase({ quick }: BenchOptions, concurrency: number): Case {
  const durationMs = quick ? 200 : 1500;
  const isLatency = concurrency === 1;
  return {
    label: isLatency ? "hop, 1 at a time" : `hop, ${concurrency} in flight`,
    unit: isLatency ? "ms" : "per s",
    better: isLatency ? "lower" : "higher",
    prepare: async (resources) => {
      const hop = await startHop({ insert: "none" }, resources);
      const side = async (url: URL): Promise<Measure> => {
        const pool = resources.use(await SenderPool.open(url, concurrency));
        const bytes = requestBytes({ method: "POST", url: new URL("/", url), parameters: {} });
        return async () => {
          const result = await closedLoop({
            concurrency,
            durationMs,
            send: () => pool.request(bytes),
          });
          const value = isLatency ? median(result.latenciesMs) : ratePerSecond(result);
          return { value, latenciesMs: result.latenciesMs };
        };
      };
      return { floor: await side(hop.direct), ours: await side(hop.proxied) };
    },
  };
}

function insertCase({ quick }: BenchOptions, databaseUrl: string): Case {
  return {
    label: "durable insert, batched (floor) and single rows (ours), per row",
    unit: "ms",
    better: "lower",
    prepare: async (resources) => {
      const durationMs = quick ? 200 : 1500;
      const insert = await startDurableInsert({ databaseUrl, durationMs }, resources);
      return { floor: insert.batched, ours: insert.single };
    },
  };
}

function fanOutCase(receivers: number): Case {
  return {
    label: `fan-out to 1 (floor) and ${receivers} (ours)`,
    unit: "ms",
    better: "lower",
    prepare: async (resources) => {
      const one = await FanOutFloor.start({ receivers: 1 }, resources);
      const many = await FanOutFloor.start({ receivers }, resources);
      const response = sampleEventResponse();
      await one.respondWith(response);
      await many.respondWith(response);
      return { floor: () => one.measure(), ours: () => many.measure() };
    },
  };
}
