import type { Bench, BenchOptions, Measurement } from "../bench.ts";
import { moveTo, splitCores } from "../cores.ts";
import { FloorProcess } from "../floors/floor-process.ts";
import { readJson } from "../http/read-json.ts";
import { closedLoop, ratePerSecond } from "../load/closed-loop.ts";
import { LoadProcesses } from "../load/load-processes.ts";
import { PollingClients } from "../load/polling-clients.ts";
import type { LoadReport } from "../load/programs/load-orders.ts";
import { SenderPool } from "../load/sender-pool.ts";
import { openStack, type Stack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { GatewayEndpoints } from "../stack/gateway-endpoints.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner, subscribeMembers } from "../stack/owner.ts";
import { registerQueues } from "../stack/queues.ts";
import { quantile } from "../statistics.ts";
import { sampleMessage } from "./send.ts";

/** Members who all write, and hear what each of them writes, as people do. */
const senders = 64;
/** Of what the product can do: quiet enough that nobody waits for others, and far too much. */
const usual = 0.5;
const tooMuch = [5, 4, 3, 2];
const trialMs = 1000;
/** A bare server that refuses later has too little of the machine for a comparison. */
const bareRefusalMs = 100;
/** Length of the stretches in which it is looked whether sends are as fast as before. */
const stretchMs = 250;
const patienceMs = 60_000;
/** Processes that send: one alone would be late with what it has to send. */
const loadProcesses = 2;
/** Connections are there for the sends of so long; further ones are opened when answers take longer. */
const connectedMs = 200;

interface SendersParts {
  readonly stack: Stack;
  /** Address of a server that refuses everything. */
  readonly refusing: URL;
  readonly requests: readonly string[];
  readonly options: BenchOptions;
  readonly processes: LoadProcesses;
  readonly hearing: PollingClients;
}

/** Measures what becomes of sends when there are far more than the product can do. */
export const overload: Bench = {
  name: "overload",
  description: `${tooMuch[0]} times as many sends as the product can do, each heard by ${senders} members: those that are accepted (p99), and the time until all is as before; fewer where the machine cannot produce so many.`,
  floor: "half as many sends as it can do; of refusals, a bare node:http server that only refuses",
  rounds: 3,
  warmUpRounds: 1,
  open: async (options, resources) => {
    const cores = splitCores();
    // Members listen in this process.
    await moveTo(cores.clients);
    const stack = await openStack(resources, { cores: cores.product });
    const members = await ensureMembers(stack, senders);
    const api = resources.use(await ApiClient.open(stack, senders));
    const name = "overload";
    await subscribeMembers(api, { name, owner: await signInOwner(api) }, members);
    const parameters = sampleMessage(name);
    const requests = members.map((credentials) =>
      api.bytes("POST", { path: "/messages", credentials, parameters }),
    );
    const processes = resources.use(LoadProcesses.start(loadProcesses, cores.clients));
    const { url: refusing } = resources.use(await FloorProcess.start("refuse", {}, cores.product));
    const endpoints = resources.use(await GatewayEndpoints.open(stack));
    const queues = await registerQueues(api, members, senders);
    const hearing = resources.use(await PollingClients.open(endpoints, api, queues));
    const all = new Senders({ stack, refusing, requests, options, processes, hearing });
    const capacity = await all.capacity();
    options.log(`  ${Math.round(capacity)} sends a second are what it can do`);
    const quiet = async () => accepted(await all.send(usual * capacity));
    const loud = await all.greatestRate(capacity);
    return [
      {
        label: "accepted sends",
        unit: "ms",
        better: "lower",
        target: { maxRatio: 2 },
        prepare: () =>
          Promise.resolve({ floor: quiet, ours: async () => accepted(await all.send(loud)) }),
      },
      {
        label: "refused sends",
        unit: "ms",
        better: "lower",
        prepare: () =>
          Promise.resolve({
            floor: async () => refused(await all.send(loud, { url: refusing })),
            ours: async () => refused(await all.send(loud)),
          }),
      },
      {
        label: "back to normal",
        unit: "ms",
        better: "lower",
        target: { maxValue: 5000 },
        prepare: () => Promise.resolve({ floor: quiet, ours: () => all.recover(capacity, loud) }),
      },
    ];
  },
};

/** Members who send from processes of their own, and take a refusal that says when to come again for an answer. */
class Senders {
  readonly #url: URL;
  readonly #refusing: URL;
  readonly #requests: readonly string[];
  readonly #options: BenchOptions;
  readonly #processes: LoadProcesses;
  readonly #hearing: PollingClients;

  constructor({ hearing, options, processes, refusing, requests, stack }: SendersParts) {
    this.#url = stack.url;
    this.#refusing = refusing;
    this.#requests = requests;
    this.#options = options;
    this.#processes = processes;
    this.#hearing = hearing;
  }

  /** Returns how many sends a second are answered while as many are under way as there are senders. */
  async capacity(): Promise<number> {
    using pool = await SenderPool.open(this.#url, senders);
    const durationMs = this.#options.quick ? 1000 : 5000;
    const send = async (sender: number) =>
      readJson(await pool.request(this.#requests[sender] ?? ""));
    await closedLoop({ concurrency: senders, durationMs, send });
    return ratePerSecond(await closedLoop({ concurrency: senders, durationMs, send }));
  }

  /** Returns the greatest rate at which all is answered: those who send need processors as well. */
  async greatestRate(capacity: number): Promise<number> {
    for (const times of tooMuch) {
      const rate = times * capacity;
      this.#options.log(`  ${times} times as many, refused by a bare server and by the product:`);
      try {
        const bare = await this.send(rate, { durationMs: trialMs, url: this.#refusing });
        if (refused(bare).value > bareRefusalMs)
          throw new Error("a bare server does not refuse them soon");
        // What waits adds up, so that a shorter one says nothing.
        await this.send(rate);
        return rate;
      } catch (error) {
        this.#options.log(`  ${String(error)}`);
      }
    }
    throw new Error("the machine cannot produce twice as many sends as the product can do");
  }

  /** Sends at a rate. */
  async send(
    rate: number,
    { durationMs = this.#runMs, url = this.#url } = {},
  ): Promise<LoadReport> {
    const report = await this.#processes.send({
      url: String(url),
      requests: this.#requests,
      ratePerSecond: rate,
      durationMs,
      connections: Math.ceil((rate * connectedMs) / 1000),
    });
    this.#hearing.check();
    const { acceptedMs, lateMs, refusedMs } = report;
    this.#options.log(
      `  ${acceptedMs.length} of ${lateMs.length} were accepted; p99: accepted ${tail(acceptedMs)}, ` +
        `refused ${tail(refusedMs)}, sent late by ${tail(lateMs)}`,
    );
    return report;
  }

  /** Sends far too much; returns the time from its end until sends are at most twice as slow as usual. */
  async recover(capacity: number, loud: number): Promise<Measurement> {
    const usualSends = await this.send(usual * capacity, { durationMs: stretchMs * 4 });
    const { value: usualMs } = accepted(usualSends);
    await this.send(loud);
    const endedAt = performance.now();
    while (performance.now() - endedAt < patienceMs) {
      const begun = performance.now();
      const { value } = accepted(await this.send(usual * capacity, { durationMs: stretchMs }));
      if (value <= 2 * usualMs) return { value: begun - endedAt };
    }
    throw new Error(`sends are not as fast as before ${patienceMs / 1000} s after too many`);
  }

  get #runMs(): number {
    return this.#options.quick ? 2000 : 10_000;
  }
}

function accepted({ acceptedMs }: LoadReport): Measurement {
  return { value: quantile(acceptedMs, 0.99), latenciesMs: acceptedMs };
}

function refused({ refusedMs }: LoadReport): Measurement {
  return { value: quantile(refusedMs, 0.99), latenciesMs: refusedMs };
}

function tail(times: readonly number[]): string {
  return times.length === 0 ? "none" : `${quantile(times, 0.99).toFixed(0)} ms`;
}
