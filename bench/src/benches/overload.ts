import type { Bench, BenchOptions, Measurement } from "../bench.ts";
import { readJson } from "../http/read-json.ts";
import { closedLoop, ratePerSecond } from "../load/closed-loop.ts";
import { LoadProcesses } from "../load/load-processes.ts";
import { SenderPool } from "../load/sender-pool.ts";
import { openStack, type Stack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner, subscribeMembers } from "../stack/owner.ts";
import { quantile } from "../statistics.ts";
import { sampleMessage } from "./send.ts";

const senders = 64;
/** Of what the product can do: quiet enough that nobody waits for others, and far too much. */
const usual = 0.5;
const tooMuch = 5;
/** Length of the stretches in which it is looked whether sends are as fast as before. */
const stretchMs = 250;
const patienceMs = 60_000;
/** Processes that send: one alone would be late with what it has to send. */
const loadProcesses = 2;
/** Connections are there for the sends of so long; further ones are opened when answers take longer. */
const connectedMs = 200;

interface SendersParts {
  readonly stack: Stack;
  readonly requests: readonly string[];
  readonly options: BenchOptions;
  readonly processes: LoadProcesses;
}

/** Measures what becomes of sends when there are far more than the product can do. */
export const overload: Bench = {
  name: "overload",
  description: `${tooMuch} times as many sends as the product can do: those that are accepted (p99), and the time until all is as before.`,
  floor: "half as many sends as it can do",
  rounds: 3,
  warmUpRounds: 1,
  open: async (options, resources) => {
    const stack = await openStack(resources);
    const members = await ensureMembers(stack, senders);
    const api = resources.use(await ApiClient.open(stack, senders));
    const name = "overload";
    await subscribeMembers(api, { name, owner: await signInOwner(api) }, members);
    const parameters = sampleMessage(name);
    const requests = members.map((credentials) =>
      api.bytes("POST", { path: "/messages", credentials, parameters }),
    );
    const processes = resources.use(LoadProcesses.start(loadProcesses));
    const all = new Senders({ stack, requests, options, processes });
    const capacity = await all.capacity();
    options.log(`  ${Math.round(capacity)} sends a second are what it can do`);
    const quiet = () => all.send(usual * capacity);
    return [
      {
        label: "accepted sends",
        unit: "ms",
        better: "lower",
        target: { maxRatio: 2 },
        prepare: () => Promise.resolve({ floor: quiet, ours: () => all.send(tooMuch * capacity) }),
      },
      {
        label: "back to normal",
        unit: "ms",
        better: "lower",
        target: { maxValue: 5000 },
        prepare: () => Promise.resolve({ floor: quiet, ours: () => all.recover(capacity) }),
      },
    ];
  },
};

/** Members who send from processes of their own, and take a refusal that says when to come again for an answer. */
class Senders {
  readonly #stack: Stack;
  readonly #requests: readonly string[];
  readonly #options: BenchOptions;
  readonly #processes: LoadProcesses;

  constructor({ options, processes, requests, stack }: SendersParts) {
    this.#stack = stack;
    this.#requests = requests;
    this.#options = options;
    this.#processes = processes;
  }

  /** Returns how many sends a second are acknowledged while as many are under way as there are senders. */
  async capacity(): Promise<number> {
    using pool = await SenderPool.open(this.#stack.url, senders);
    const durationMs = this.#options.quick ? 1000 : 5000;
    const send = async (sender: number) =>
      readJson(await pool.request(this.#requests[sender] ?? ""));
    await closedLoop({ concurrency: senders, durationMs, send });
    return ratePerSecond(await closedLoop({ concurrency: senders, durationMs, send }));
  }

  /** Sends at a rate; returns the p99 of those that were accepted. */
  async send(rate: number, durationMs = this.#runMs): Promise<Measurement> {
    const { acceptedMs, lateMs, refusedMs } = await this.#processes.send({
      url: String(this.#stack.url),
      requests: this.#requests,
      ratePerSecond: rate,
      durationMs,
      connections: Math.ceil((rate * connectedMs) / 1000),
    });
    this.#options.log(
      `  ${acceptedMs.length} of ${lateMs.length} were accepted; p99: accepted ${tail(acceptedMs)}, ` +
        `refused ${tail(refusedMs)}, sent late by ${tail(lateMs)}`,
    );
    return { value: quantile(acceptedMs, 0.99), latenciesMs: acceptedMs };
  }

  /** Sends far too much; returns the time from its end until sends are at most twice as slow as usual. */
  async recover(capacity: number): Promise<Measurement> {
    const { value: usualMs } = await this.send(usual * capacity, stretchMs * 4);
    await this.send(tooMuch * capacity);
    const endedAt = performance.now();
    while (performance.now() - endedAt < patienceMs) {
      const begun = performance.now();
      const { value } = await this.send(usual * capacity, stretchMs);
      if (value <= 2 * usualMs) return { value: begun - endedAt };
    }
    throw new Error(`sends are not as fast as before ${patienceMs / 1000} s after too many`);
  }

  get #runMs(): number {
    return this.#options.quick ? 2000 : 10_000;
  }
}

function tail(times: readonly number[]): string {
  return times.length === 0 ? "none" : `${quantile(times, 0.99).toFixed(0)} ms`;
}
