import type { Bench, Case, Measurement } from "../bench.ts";
import { familyOf } from "../family.ts";
import { FanOutFloor } from "../floors/fan-out.ts";
import { hasNginx, startNginx } from "../peers/nginx.ts";
import { familyMs } from "../processor-time.ts";
import { proportionalKb } from "../resident-memory.ts";
import { openStack, type Stack } from "../stack.ts";
import { openListeningChannel } from "../stack/listening-channel.ts";

/**
 * Measures the cost of clients that get a message and poll again, on their own connections and through a reverse proxy.
 */
export const waitingClients: Bench = {
  name: "waiting-clients",
  description:
    "All processes, without the proxy: processor time of N polls and their answers, and memory while N wait.",
  floor: "the raw fan-out program, reached in the same way",
  rounds: 5,
  open: async ({ quick }, resources) => {
    if (!hasNginx()) throw new Error("nginx is not installed");
    const clients = quick ? 1000 : 5000;
    const stack = await openStack(resources);
    return [
      ...casesOf(
        { label: "bare", stack, clients, reach: (url) => Promise.resolve(url) },
        resources,
      ),
      ...casesOf(
        { label: "nginx", stack, clients, reach: (url) => startNginx(url, resources) },
        resources,
      ),
    ];
  },
};

type What = "memory" | "processor time";

interface Route {
  readonly label: string;
  readonly stack: Stack;
  readonly clients: number;
  /** Returns the address under which clients reach a server. */
  readonly reach: (url: URL) => Promise<URL>;
}

function casesOf(route: Route, resources: AsyncDisposableStack): readonly Case[] {
  let opened: Promise<Sides> | undefined;
  const open = () => (opened ??= openRoute(route, resources));
  const caseOf = (what: What, unit: Case["unit"]): Case => ({
    label: `${route.label}, ${what}`,
    unit,
    better: "lower",
    prepare: async () => {
      const sides = await open();
      return { floor: () => sides.floor.measure(what), ours: () => sides.ours.measure(what) };
    },
  });
  return [caseOf("processor time", "ms"), caseOf("memory", "kB")];
}

interface Sides {
  readonly floor: Side;
  readonly ours: Side;
}

async function openRoute(route: Route, resources: AsyncDisposableStack): Promise<Sides> {
  const { clients, reach, stack } = route;
  const url = await reach(stack.url);
  const channel = await openListeningChannel({ ...stack, url }, clients, resources);
  const running = await stack.processes();
  const pids = running.flatMap(({ pid }) => pid ?? []);
  const floor = await FanOutFloor.start({ receivers: clients, reach }, resources);
  await floor.respondWith((await channel.deliver()).example);
  return {
    ours: new Side(pids, (whileWaiting) => channel.deliver(whileWaiting)),
    floor: new Side([floor.pid], (whileWaiting) => floor.measure(whileWaiting)),
  };
}

/** Processes, with their children, to whose clients something can be delivered. */
class Side {
  readonly #pids: readonly number[];
  readonly #deliver: (whileWaiting?: () => Promise<void>) => Promise<unknown>;

  constructor(
    pids: readonly number[],
    deliver: (whileWaiting?: () => Promise<void>) => Promise<unknown>,
  ) {
    this.#pids = pids;
    this.#deliver = deliver;
  }

  measure(what: What): Promise<Measurement> {
    return what === "memory" ? this.#memory() : this.#processorTime();
  }

  /** In ms, of all clients together: their polls, and the answers. */
  async #processorTime(): Promise<Measurement> {
    const before = await this.#usedMs();
    await this.#deliver();
    return { value: (await this.#usedMs()) - before };
  }

  /** In kB, in all. */
  async #memory(): Promise<Measurement> {
    let value = 0;
    await this.#deliver(async () => {
      value = await proportionalKb(await familyOf(this.#pids));
    });
    return { value };
  }

  async #usedMs(): Promise<number> {
    const each = await Promise.all(this.#pids.map(familyMs));
    return each.reduce((sum, ms) => sum + ms, 0);
  }
}
