import type { Bench, BenchOptions, Measure } from "../../bench.ts";
import { startHop } from "../../floors/hop.ts";
import { readJson } from "../../http/read-json.ts";
import { requestBytes } from "../../http/request-bytes.ts";
import { openLoop } from "../../load/open-loop.ts";
import { SenderPool } from "../../load/sender-pool.ts";
import { openStack } from "../../stack.ts";
import { ApiClient } from "../../stack/api-client.ts";
import { signInOwner } from "../../stack/owner.ts";
import { median } from "../../statistics.ts";

const ratePerSecond = 10;
const connections = 4;

/** Measures the start of a client in an organization of a few people. */
export const register: Bench = {
  name: "register",
  description: `Register with all sections in the demo organization, ${ratePerSecond} a second (p50).`,
  floor: "an empty gateway hop",
  open: async (options, resources) => {
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, connections));
    const credentials = await signInOwner(api);
    const ours = api.bytes("POST", { path: "/register", credentials });
    return [
      {
        label: "all sections, warm",
        unit: "ms",
        better: "lower",
        target: { maxValue: 15 },
        prepare: async (own) => {
          const { proxied } = await startHop({ insert: "none" }, own);
          const pool = own.use(await SenderPool.open(proxied, connections));
          const floor = requestBytes({ method: "POST", url: new URL("/register", proxied) });
          return {
            floor: latency(options, async () => readJson(await pool.request(floor))),
            ours: latency(options, () => api.send(ours)),
          };
        },
      },
    ];
  },
};

function latency({ quick }: BenchOptions, request: () => Promise<unknown>): Measure {
  return async () => {
    const durationMs = quick ? 1000 : 5000;
    const { latenciesMs } = await openLoop({ ratePerSecond, durationMs, send: request });
    return { value: median(latenciesMs), latenciesMs };
  };
}
