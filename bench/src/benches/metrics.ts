import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Bench, BenchOptions, Measure } from "../bench.ts";
import { closedLoop } from "../load/closed-loop.ts";
import { processorMs } from "../processor-time.ts";
import { openStack, type Stack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner, subscribeMembers } from "../stack/owner.ts";
import type { ProcessStatus } from "../stack/read-status.ts";
import { recorded } from "./recorded.ts";
import { sampleMessage } from "./send.ts";

const senders = 64;
const services = ["gateway", "users", "channels", "messages", "events", "webhooks"];
/** Time between two reads by Prometheus, unless it is told otherwise. */
const readEveryMs = 15_000;
/** Reads of a round, so that the clock of the system is fine enough. */
const reads = 20;

/** Measures what it costs that every process counts what it does, and is asked for it. */
export const metrics: Bench = {
  name: "metrics",
  description: `Processor time of all our processes: for a send, ${senders} members sending in a closed loop, and for reading all metrics every ${readEveryMs / 1000} s.`,
  floor: "a second product whose processes measure nothing",
  rounds: 25,
  // What both have to compile is compiled by then.
  warmUpRounds: 4,
  open: async (options, resources) => {
    if (process.env["STACK_URL"] !== undefined)
      throw new Error("unset STACK_URL: this bench compares two products of its own");
    const without = await openWithoutMetrics(resources);
    const usual = await openStack(resources, { command: "dev" });
    return [
      {
        label: `${senders} senders`,
        unit: "µs",
        better: "lower",
        target: { maxRatio: 1.02 },
        prepare: async (own) => ({
          floor: await sending(without, options, own),
          ours: await sending(usual, options, own),
        }),
      },
      {
        label: "what is recorded",
        unit: "% of a send",
        better: "lower",
        target: { maxValue: 2 },
        prepare: async (own) => {
          const send = await sender(usual, options, own);
          const processes = await processesOf(usual);
          return {
            floor: await recorded({ processes, send }, false),
            ours: await recorded({ processes, send }, true),
          };
        },
      },
      {
        label: "reading",
        unit: "% of a core",
        better: "lower",
        target: { maxValue: 1 },
        prepare: async () => ({ floor: await reading(without), ours: await reading(usual) }),
      },
    ];
  },
};

/** Opens a product from its sources, which share the package of metrics with what replaces its meters. */
function openWithoutMetrics(resources: AsyncDisposableStack): Promise<Stack> {
  const probe = pathToFileURL(join(import.meta.dirname, "../no-metrics.ts")).href;
  const options = `${process.env["NODE_OPTIONS"] ?? ""} --import ${probe}`;
  return openStack(resources, { command: "dev", env: { NODE_OPTIONS: options } });
}

/** Returns how to send for a while; answers how many sends were acknowledged. */
async function sender(
  stack: Stack,
  { quick }: BenchOptions,
  own: AsyncDisposableStack,
): Promise<() => Promise<number>> {
  const members = await ensureMembers(stack, senders);
  const first = own.use(await ApiClient.open(stack, 1));
  const name = "metrics";
  await subscribeMembers(first, { name, owner: await signInOwner(first) }, members);
  const parameters = sampleMessage(name);
  const requests = members.map((credentials) =>
    first.bytes("POST", { path: "/messages", credentials, parameters }),
  );
  return async () => {
    // A connection that rests while the other product has its turn is closed by the gateway.
    using api = await ApiClient.open(stack, senders);
    const { latenciesMs } = await closedLoop({
      concurrency: senders,
      durationMs: quick ? 500 : 4000,
      send: (index) => api.send(requests[index] ?? ""),
    });
    return latenciesMs.length;
  };
}

async function sending(
  stack: Stack,
  options: BenchOptions,
  own: AsyncDisposableStack,
): Promise<Measure> {
  const send = await sender(stack, options, own);
  const pids = pidsOf(await processesOf(stack));
  return async () => {
    const before = await processorMs(pids);
    const sends = await send();
    const usedMs = (await processorMs(pids)) - before;
    return { value: (usedMs * 1000) / sends };
  };
}

/** Reads what every process has measured, as Prometheus does. */
async function reading(stack: Stack): Promise<Measure> {
  const running = await processesOf(stack);
  const pids = pidsOf(running);
  return async () => {
    const before = await processorMs(pids);
    for (let read = 0; read < reads; read += 1)
      for (const { metricsPort } of running) {
        const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
        const text = await response.text();
        if (!response.ok) throw new Error(`metrics are refused: ${text}`);
      }
    const usedMs = (await processorMs(pids)) - before;
    return { value: (usedMs / reads / readEveryMs) * 100 };
  };
}

async function processesOf(stack: Stack): Promise<readonly ProcessStatus[]> {
  return (await stack.processes()).filter(({ name }) => services.includes(name));
}

function pidsOf(processes: readonly ProcessStatus[]): number[] {
  return processes.flatMap(({ pid }) => (pid === null ? [] : [pid]));
}
