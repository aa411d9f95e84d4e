import type { Bench, BenchOptions, Case, Measure } from "../bench.ts";
import { benchPostgres } from "../floors/bench-postgres.ts";
import { startHop } from "../floors/hop.ts";
import { readJson } from "../http/read-json.ts";
import { requestBytes } from "../http/request-bytes.ts";
import { openLoop } from "../load/open-loop.ts";
import { SenderPool } from "../load/sender-pool.ts";
import { openStack, type Stack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner, subscribeMembers } from "../stack/owner.ts";
import { median } from "../statistics.ts";

const ratePerSecond = 50;
const connections = 8;
const fewSubscribers = 10;

/** Measures the time of one send while nothing else goes on. */
export const send: Bench = {
  name: "send",
  description: `A send, from request to acknowledgement through the gateway, ${ratePerSecond} a second (p50).`,
  floor:
    "an empty gateway hop whose service makes one durable insert; for very many subscribers, a send to ten",
  open: async (options, resources) => {
    const databaseUrl = await benchPostgres(resources);
    const stack = await openStack(resources);
    const one = await openStack(resources, { shape: "one" });
    const label = `${ratePerSecond} sends a second`;
    return [
      { label, target: { maxRatio: 3 }, ...ordinary(options, { stack, databaseUrl }) },
      {
        label: `${label}, all services in one process`,
        target: { maxRatio: 2 },
        ...ordinary(options, { stack: one, databaseUrl }),
      },
      manySubscribers(options, stack),
    ];
  },
};

interface Compared {
  readonly stack: Stack;
  /** Database of the floor. */
  readonly databaseUrl: string;
}

/** Measures a send to a channel of few. */
function ordinary(options: BenchOptions, { databaseUrl, stack }: Compared) {
  const prepare = async (own: AsyncDisposableStack) => {
    const { proxied } = await startHop({ insert: "single", databaseUrl }, own);
    const pool = own.use(await SenderPool.open(proxied, connections));
    const parameters = sampleMessage("general");
    const url = new URL("/messages", proxied);
    const floor = requestBytes({ method: "POST", url, parameters });
    // Only now: servers close connections on which nothing was asked for a minute.
    const api = own.use(await ApiClient.open(stack, connections));
    const credentials = await signInOwner(api);
    const ours = api.bytes("POST", { path: "/messages", credentials, parameters });
    return {
      floor: latency(options, async () => readJson(await pool.request(floor))),
      ours: latency(options, () => api.send(ours)),
    };
  };
  return { unit: "ms", better: "lower", prepare } as const;
}

/** Measures how much the size of a channel adds to a send. */
function manySubscribers(options: BenchOptions, stack: Stack): Case {
  const subscribers = options.quick ? 500 : 10_000;
  return {
    label: `to ${subscribers} subscribers instead of ${fewSubscribers}`,
    unit: "ms",
    better: "lower",
    target: { maxRatio: 1.3 },
    prepare: async (own) => {
      const members = await ensureMembers(stack, subscribers);
      const api = own.use(await ApiClient.open(stack, connections));
      const owner = await signInOwner(api);
      const sendTo = async (count: number) => {
        const name = `subscribers ${count}`;
        await subscribeMembers(api, { name, owner }, members.slice(0, count));
        const [sender = owner] = members;
        const parameters = sampleMessage(name);
        const bytes = api.bytes("POST", { path: "/messages", credentials: sender, parameters });
        return latency(options, () => api.send(bytes));
      };
      return { floor: await sendTo(fewSubscribers), ours: await sendTo(subscribers) };
    },
  };
}

/** Returns the form of an ordinary channel message: 100 characters of content. */
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
