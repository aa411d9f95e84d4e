import { setTimeout as delay } from "node:timers/promises";

import type { Bench, Measurement } from "../bench.ts";
import { FloorProcess } from "../floors/floor-process.ts";
import { RawConnection } from "../http/raw-connection.ts";
import { readJson } from "../http/read-json.ts";
import { requestBytes } from "../http/request-bytes.ts";
import { closedLoop } from "../load/closed-loop.ts";
import { inParallel } from "../load/in-parallel.ts";
import { SenderPool } from "../load/sender-pool.ts";
import { processorMs } from "../processor-time.ts";
import { openStack, pidOf, type Stack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { ensureMembers } from "../stack/members.ts";
import { type Queue, registerQueues } from "../stack/queues.ts";

const owners = 50;
/** Number of clients that the figure is for; fewer are measured and the time is scaled up. */
const promisedClients = 45_000;
const heartbeatEveryMs = 50_000;
const idleMs = 20_000;

/** Measures the cost of clients that only wait: a heartbeat every 45 to 55 s, and the next poll. */
export const heartbeats: Bench = {
  name: "heartbeats",
  description: `Processor time of gateway and events for the heartbeats of ${promisedClients} clients, in hundredths of a core.`,
  floor: "as many requests through an empty gateway hop",
  rounds: 3,
  warmUpRounds: 0,
  open: async ({ quick }, resources) => {
    const clients = quick ? 200 : 5000;
    const stack = await openStack(resources);
    return [
      {
        label: `scaled from ${clients} clients`,
        unit: "% of a core",
        better: "lower",
        target: { maxValue: 10 },
        prepare: async (own) => {
          const pids = await Promise.all(["gateway", "events"].map((name) => pidOf(stack, name)));
          const idle = await idleUse(pids);
          const fleet = own.use(await WaitingFleet.open(stack, clients));
          const durationMs = quick ? 60_000 : 120_000;
          return {
            floor: () => measureFloor(quick),
            ours: () => fleet.measure({ pids, idle, durationMs }),
          };
        },
      },
    ];
  },
};

async function measureFloor(quick: boolean): Promise<Measurement> {
  await using resources = new AsyncDisposableStack();
  const service = resources.use(await FloorProcess.start("hop-service", { INSERT: "none" }));
  const target = { TARGET: service.url.origin };
  const proxy = resources.use(await FloorProcess.start("hop-proxy", target));
  const pool = resources.use(await SenderPool.open(proxy.url, 1));
  const bytes = requestBytes({ method: "POST", url: new URL("/events", proxy.url) });
  const send = async () => readJson(await pool.request(bytes));
  const load = { concurrency: 1, send, durationMs: quick ? 1000 : 5000 };
  await closedLoop(load);
  const before = await processorMs([service.pid, proxy.pid]);
  const { latenciesMs } = await closedLoop(load);
  const used = (await processorMs([service.pid, proxy.pid])) - before;
  return { value: shareOfCore(used / latenciesMs.length) };
}

/** Measures what the processes use without any client, of each millisecond: it does not grow with clients. */
async function idleUse(pids: readonly number[]): Promise<number> {
  const before = await processorMs(pids);
  await delay(idleMs);
  return ((await processorMs(pids)) - before) / idleMs;
}

/** Returns the share of one core that is busy when a client costs this much every 50 s. */
function shareOfCore(msPerHeartbeat: number): number {
  return (100 * msPerHeartbeat * promisedClients) / heartbeatEveryMs;
}

interface Window {
  readonly pids: readonly number[];
  /** Use without any load, per millisecond. */
  readonly idle: number;
  readonly durationMs: number;
}

/** Clients that poll, hear a heartbeat, and poll again. */
class WaitingFleet implements AsyncDisposable {
  readonly #connections: readonly RawConnection[];
  #heartbeats = 0;
  #ended = false;
  #polling: Promise<void> = Promise.resolve();

  private constructor(connections: readonly RawConnection[]) {
    this.#connections = connections;
  }

  static async open(stack: Stack, clients: number): Promise<WaitingFleet> {
    using api = await ApiClient.open(stack, 16);
    const queues = await registerQueues(api, await ensureMembers(stack, owners), clients);
    const all = { count: clients, concurrency: 100 };
    const fleet = new WaitingFleet(await inParallel(all, () => RawConnection.open(stack.url)));
    const polling = queues.map((queue, index) =>
      fleet.#poll(queue, { connection: fleet.#connections[index], api }),
    );
    fleet.#polling = Promise.all(polling).then(() => undefined);
    fleet.#polling.catch(() => undefined);
    return fleet;
  }

  /** Lets the clients wait for some heartbeats each. */
  async measure({ durationMs, idle, pids }: Window): Promise<Measurement> {
    const heard = this.#heartbeats;
    const before = await processorMs(pids);
    await Promise.race([delay(durationMs), this.#polling]);
    const used = (await processorMs(pids)) - before - idle * durationMs;
    return { value: shareOfCore(used / (this.#heartbeats - heard)) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    for (const connection of this.#connections) connection[Symbol.dispose]();
    await this.#polling;
  }

  async #poll(
    queue: Queue,
    { api, connection }: { api: ApiClient; connection: RawConnection | undefined },
  ): Promise<void> {
    try {
      for (;;) {
        const answer = await connection?.request(queue.poll(api), 70_000);
        if (answer === undefined) return;
        queue.takeHeartbeat(readJson(answer));
        this.#heartbeats += 1;
      }
    } catch (error) {
      // Cutting the connections is how it ends.
      if (!this.#ended) throw error;
    }
  }
}
