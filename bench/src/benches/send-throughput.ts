import type { Bench, BenchOptions, Measure } from "../bench.ts";
import { benchPostgres } from "../floors/bench-postgres.ts";
import { startHop } from "../floors/hop.ts";
import { readJson } from "../http/read-json.ts";
import { requestBytes } from "../http/request-bytes.ts";
import { closedLoop, ratePerSecond } from "../load/closed-loop.ts";
import { SenderPool } from "../load/sender-pool.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner, subscribeMembers } from "../stack/owner.ts";
import { sampleMessage } from "./send.ts";

const senders = 64;

/** Measures how many sends a second the whole product acknowledges when many members send at once. */
export const sendThroughput: Bench = {
  name: "send-throughput",
  description: `Acknowledged sends per second, ${senders} members of one channel sending in a closed loop.`,
  floor: "an empty gateway hop whose service inserts durably, up to 16 rows per statement",
  // The figure is that of a server that has run for a while: its code is compiled during the first ten seconds.
  warmUpRounds: 5,
  open: async (options, resources) => {
    const databaseUrl = await benchPostgres(resources);
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, senders));
    const name = "throughput";
    const members = await ensureMembers(stack, senders);
    await subscribeMembers(api, { name, owner: await signInOwner(api) }, members);
    const parameters = sampleMessage(name);
    const requests = members.map((credentials) =>
      api.bytes("POST", { path: "/messages", credentials, parameters }),
    );
    return [
      {
        label: `${senders} senders`,
        unit: "per s",
        better: "higher",
        target: { maxRatio: 2.5 },
        prepare: async (own) => {
          const { proxied } = await startHop({ insert: "batched", databaseUrl }, own);
          const pool = own.use(await SenderPool.open(proxied, senders));
          const url = new URL("/messages", proxied);
          const floor = requestBytes({ method: "POST", url, parameters });
          return {
            floor: throughput(options, async () => readJson(await pool.request(floor))),
            ours: throughput(options, (sender) => api.send(requests[sender] ?? "")),
          };
        },
      },
    ];
  },
};

function throughput({ quick }: BenchOptions, send: (sender: number) => Promise<unknown>): Measure {
  return async () => {
    const durationMs = quick ? 500 : 2500;
    const result = await closedLoop({ concurrency: senders, durationMs, send });
    return { value: ratePerSecond(result), latenciesMs: result.latenciesMs };
  };
}
