import { setTimeout as delay } from "node:timers/promises";

import type { Bench, BenchOptions, Measurement } from "../../bench.ts";
import { KeepAliveSender } from "../../load/keep-alive-sender.ts";
import { openLoop } from "../../load/open-loop.ts";
import { PollingClients } from "../../load/polling-clients.ts";
import { openStack, type Stack } from "../../stack.ts";
import { ApiClient } from "../../stack/api-client.ts";
import { GatewayEndpoints } from "../../stack/gateway-endpoints.ts";
import { ensureMembers } from "../../stack/members.ts";
import { signInOwner, subscribeMembers } from "../../stack/owner.ts";
import { registerQueues } from "../../stack/queues.ts";
import { restart } from "../../stack/restart.ts";
import { quantile } from "../../statistics.ts";

const services = ["users", "channels", "messages", "events", "webhooks", "gateway"];
const accounts = 100;
const times = 2;
const connections = 16;
/** As long as a Deployment of `deploy/k8s` waits before it replaces the next process (`minReadySeconds`). */
const paceMs = 10_000;

/** Measures what a rollout costs: every process is stopped in turn and another one takes its place, twice. */
export const rollingRestart: Bench = {
  name: "rolling-restart",
  description:
    "Sends (p99) while each of two processes of every service is replaced, twice, at the pace of a Deployment, beside N polls; none fails, no queue ends.",
  floor: "the same load while nothing is replaced",
  rounds: 1,
  warmUpRounds: 0,
  open: async (options, resources) => {
    if (process.env["STACK_URL"] !== undefined)
      throw new Error("unset STACK_URL: this bench restarts processes of its own");
    const counts = options.quick ? { rate: 50, polls: 200 } : { rate: 200, polls: 5000 };
    const stack = await openStack(resources, { replicas: 2 });
    return [
      {
        label: `${counts.rate} sends a second, ${counts.polls} polls`,
        unit: "ms",
        better: "lower",
        target: { maxRatio: 3 },
        prepare: async (own) => {
          const begun = performance.now();
          const rollout = await Rollout.open(stack, { ...options, ...counts }, own);
          const seconds = Math.round((performance.now() - begun) / 1000);
          options.log(`  ${counts.polls} polls wait, after ${seconds} s`);
          const quietMs = options.quick ? 5000 : 60_000;
          return {
            floor: () => rollout.beside(() => delay(quietMs)),
            ours: () => rollout.beside(() => rollout.replaceAll(options.quick ? 0 : paceMs)),
          };
        },
      },
    ];
  },
};

interface Load extends BenchOptions {
  readonly rate: number;
  readonly polls: number;
}

/** Channel of which nobody who polls hears, since that would be another bench, and one of which everybody does. */
const [quiet, everybody] = ["rollout", "everybody"];

type Person = Parameters<KeepAliveSender["send"]>[0];

class Rollout {
  readonly #stack: Stack;
  readonly #load: Load;
  readonly #clients: PollingClients;
  readonly #sender: KeepAliveSender;
  readonly #owner: Person;
  /** Latencies in ms of sends that began while processes of a service were replaced, or in the pause after it. */
  readonly #latenciesMs = new Map(services.map((service): [string, number[]] => [service, []]));
  #replaced: string | null = null;

  private constructor(
    stack: Stack,
    load: Load,
    parts: { clients: PollingClients; sender: KeepAliveSender; owner: Person },
  ) {
    this.#stack = stack;
    this.#load = load;
    this.#clients = parts.clients;
    this.#sender = parts.sender;
    this.#owner = parts.owner;
  }

  static async open(stack: Stack, load: Load, own: AsyncDisposableStack): Promise<Rollout> {
    const members = await ensureMembers(stack, accounts);
    const api = own.use(await ApiClient.open(stack, connections));
    const owner = await signInOwner(api);
    await subscribeMembers(api, { name: quiet, owner }, []);
    await subscribeMembers(api, { name: everybody, owner }, members);
    const queues = await registerQueues(api, members, load.polls);
    const endpoints = own.use(await GatewayEndpoints.open(stack));
    const clients = own.use(await PollingClients.open(endpoints, api, queues));
    const sender = own.use(new KeepAliveSender(stack, endpoints, connections));
    return new Rollout(stack, load, { clients, sender, owner });
  }

  /** Sends while something goes on. @throws Error when a send or poll fails, or a queue has ended */
  async beside(work: () => Promise<void>): Promise<Measurement> {
    const stopping = new AbortController();
    const sending = openLoop({
      ratePerSecond: this.#load.rate,
      durationMs: Infinity,
      signal: stopping.signal,
      isSleepy: true,
      send: () => this.#send(),
    });
    // Awaited below, when what goes on beside it is over.
    sending.catch(() => undefined);
    try {
      await work();
    } finally {
      stopping.abort();
    }
    const { latenciesMs } = await sending;
    // Only a queue that lives hears it.
    await this.#clients.heard(await this.#sender.send(this.#owner, everybody));
    this.#load.log(`  ${latenciesMs.length} sends, none failed; no poll failed, no queue ended`);
    return { value: quantile(latenciesMs, 0.99), latenciesMs };
  }

  /** Replaces every process in turn, and says how long sends took beside those of each service. */
  async replaceAll(pauseMs: number): Promise<void> {
    for (let time = 0; time < times; time += 1)
      for (const service of services)
        for (const name of [service, `${service}-2`]) {
          this.#replaced = service;
          await restart(this.#stack, name);
          this.#clients.check();
          await delay(pauseMs);
        }
    this.#replaced = null;
    for (const [service, each] of this.#latenciesMs)
      this.#load.log(
        `  beside ${service}: p50 ${quantile(each, 0.5).toFixed(0)} ms, p99 ${quantile(each, 0.99).toFixed(0)} ms, longest ${Math.max(...each).toFixed(0)} ms`,
      );
  }

  async #send(): Promise<void> {
    const [replaced, begun] = [this.#replaced, performance.now()];
    await this.#sender.send(this.#owner, quiet);
    this.#latenciesMs.get(replaced ?? "")?.push(performance.now() - begun);
  }
}
