import type { Bench, BenchOptions, Measurement } from "../bench.ts";
import { readJson } from "../http/read-json.ts";
import type { RawResponse } from "../http/response-parser.ts";
import { closedLoop, ratePerSecond } from "../load/closed-loop.ts";
import { openLoop } from "../load/open-loop.ts";
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
/** Most sends that may be unanswered, each on a connection of its own. */
const maxConnections = 10_000;

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
    const all = new Senders(stack, requests, options);
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

/** Members who send, and take a refusal that says when to come again for an answer. */
class Senders {
  readonly #stack: Stack;
  readonly #requests: readonly string[];
  readonly #options: BenchOptions;

  constructor(stack: Stack, requests: readonly string[], options: BenchOptions) {
    this.#stack = stack;
    this.#requests = requests;
    this.#options = options;
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
  async send(rate: number, durationMs = this.#options.quick ? 1000 : 10_000): Promise<Measurement> {
    using pool = await SenderPool.open(this.#stack.url, senders);
    const latenciesMs: number[] = [];
    const begun = performance.now();
    let refused = 0;
    await openLoop({
      ratePerSecond: rate,
      durationMs,
      maxInFlight: maxConnections,
      send: async (index) => {
        const dueAt = begun + (index * 1000) / rate;
        const response = await pool.request(this.#requests[index % senders] ?? "");
        if (isRefusal(response)) refused += 1;
        else {
          readJson(response);
          latenciesMs.push(performance.now() - dueAt);
        }
      },
    });
    this.#options.log(`  ${latenciesMs.length} of ${latenciesMs.length + refused} were accepted`);
    return { value: quantile(latenciesMs, 0.99), latenciesMs };
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
}

/** @throws Error when a refusal does not say when to come again */
function isRefusal({ raw, status }: RawResponse): boolean {
  if (status !== 429 && status !== 503) return false;
  if (/^retry-after: \d/im.test(raw.toString("latin1"))) return true;
  throw new Error(`a refusal with status ${status} does not say when to come again`);
}
