import type { Bench, BenchOptions, Measure } from "../bench.ts";
import { benchPostgres } from "../floors/bench-postgres.ts";
import { startHop } from "../floors/hop.ts";
import { readJson } from "../http/read-json.ts";
import { requestBytes } from "../http/request-bytes.ts";
import { openLoop } from "../load/open-loop.ts";
import { SenderPool } from "../load/sender-pool.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { signInOwner } from "../stack/owner.ts";
import { median } from "../statistics.ts";

const ratePerSecond = 50;
const connections = 8;

/** What one send costs its sender while nothing else goes on. */
export const send: Bench = {
  name: "send",
  description: `A send, from request to acknowledgement through the gateway, ${ratePerSecond} a second (p50).`,
  floor: "an empty gateway hop whose service makes one durable insert",
  open: async (options, resources) => {
    const databaseUrl = await benchPostgres(resources);
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, connections));
    const parameters = sampleMessage("general");
    const credentials = await signInOwner(api);
    const ours = api.bytes("POST", { path: "/messages", credentials, parameters });
    return [
      {
        label: `${ratePerSecond} sends a second`,
        unit: "ms",
        better: "lower",
        target: { maxRatio: 3 },
        prepare: async (own) => {
          const { proxied } = await startHop({ insert: "single", databaseUrl }, own);
          const pool = own.use(await SenderPool.open(proxied, connections));
          const url = new URL("/messages", proxied);
          const floor = requestBytes({ method: "POST", url, parameters });
          return {
            floor: latency(options, async () => readJson(await pool.request(floor))),
            ours: latency(options, () => api.send(ours)),
          };
        },
      },
    ];
  },
};

/** The form of an ordinary channel message: 100 characters of content. */
export function sampleMessage(channel: string): Record<string, string> {
  const content = "Lunch at noon, or does anybody need more time? ".repeat(3).slice(0, 100);
  return { type: "channel", to: JSON.stringify(channel), topic: "lunch", content };
}

function latency({ quick }: BenchOptions, request: () => Promise<unknown>): Measure {
  return async () => {
    const durationMs = quick ? 500 : 2000;
    const { latenciesMs } = await openLoop({ ratePerSecond, durationMs, send: request });
    return { value: median(latenciesMs), latenciesMs };
  };
}
