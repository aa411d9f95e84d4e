import type { Bench, BenchOptions, Measure } from "../bench.ts";
import { benchPostgres } from "../floors/bench-postgres.ts";
import { startHop } from "../floors/hop.ts";
import { readJson } from "../http/read-json.ts";
import { requestBytes } from "../http/request-bytes.ts";
import { closedLoop, ratePerSecond } from "../load/closed-loop.ts";
import { PollingClients } from "../load/polling-clients.ts";
import { SenderPool } from "../load/sender-pool.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { GatewayEndpoints } from "../stack/gateway-endpoints.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner, subscribeMembers } from "../stack/owner.ts";
import { registerQueues } from "../stack/queues.ts";
import { sampleMessage } from "./send.ts";

const senders = 64;
/** Of the second case: fewer who send, as each message goes to all who read. */
const [few, readers] = [16, 20];

/** Measures how many sends a second the whole product acknowledges when many members send at once. */
export const sendThroughput: Bench = {
  name: "send-throughput",
  description: `Sends per second that are acknowledged, ${senders} members of one channel sending in a closed loop, or heard by each of ${readers} who read, ${few} sending.`,
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
    const send = (sender: number) => api.send(requests[sender] ?? "");
    const floorOf = async (concurrency: number, own: AsyncDisposableStack) => {
      const { proxied } = await startHop({ insert: "batched", databaseUrl }, own);
      const pool = own.use(await SenderPool.open(proxied, concurrency));
      const url = new URL("/messages", proxied);
      const floor = requestBytes({ method: "POST", url, parameters });
      return throughput({ ...options, concurrency }, async () =>
        readJson(await pool.request(floor)),
      );
    };
    return [
      {
        label: `${senders} senders`,
        unit: "per s",
        better: "higher",
        target: { maxRatio: 2.5 },
        prepare: async (own) => ({
          floor: await floorOf(senders, own),
          ours: throughput({ ...options, concurrency: senders }, send),
        }),
      },
      {
        label: `${few} senders, ${readers} readers`,
        unit: "per s",
        better: "higher",
        // Half as many again as at 4636cae, which did a part in 13.8.
        target: { maxRatio: 9.2 },
        prepare: async (own) => {
          const endpoints = own.use(await GatewayEndpoints.open(stack));
          const queues = await registerQueues(api, members, readers);
          const hearing = own.use(await PollingClients.open(endpoints, api, queues));
          return {
            floor: await floorOf(few, own),
            ours: throughput({ ...options, concurrency: few }, send, hearing),
          };
        },
      },
    ];
  },
};

interface Load extends BenchOptions {
  readonly concurrency: number;
}

/** Measures how many sends a second are answered and, if somebody reads, heard by all of them. */
function throughput(
  { concurrency, quick }: Load,
  send: (sender: number) => Promise<Readonly<Record<string, unknown>>>,
  hearing?: PollingClients,
): Measure {
  return async () => {
    const durationMs = quick ? 500 : 2500;
    const sent: number[] = [];
    const begun = performance.now();
    const result = await closedLoop({
      concurrency,
      durationMs,
      send: async (sender) => {
        sent.push(Number((await send(sender))["id"]));
      },
    });
    if (hearing === undefined)
      return { value: ratePerSecond(result), latenciesMs: result.latenciesMs };
    for (const id of sent) await hearing.heard(id);
    const heardMs = performance.now() - begun;
    return { value: (sent.length * 1000) / heardMs, latenciesMs: result.latenciesMs };
  };
}
