import { setTimeout as delay } from "node:timers/promises";

import type { Bench, Case, Measurement } from "../bench.ts";
import { processorMs } from "../processor-time.ts";
import { openStack, type Stack } from "../stack.ts";
import { openListeningChannel } from "../stack/listening-channel.ts";
import { ensureMembers } from "../stack/members.ts";
import { type Listener, type Organization, Organizations } from "../stack/organizations.ts";
import type { ProcessStatus } from "../stack/read-status.ts";

/** Most that one process of two may use of what one alone uses, for two to carry 1.6 times as much. */
const maxRatio = 1 / 1.6;
/** Most bundles that one process of two may read, in per cent of what both read. */
const maxBundles = 60;
/** Time for which processes are watched at rest, in ms. */
const restMs = 3000;

/** Measures how two processes of `events` share the work of one. */
export const eventsProcesses: Bench = {
  name: "events-processes",
  description:
    "The busier of two processes of events: its processor time and the bundles that it reads, for many organizations and for one large one.",
  floor: "one process of events that does all of it",
  rounds: 5,
  open: async ({ log, quick }, resources) => {
    const counts = quick
      ? { organizations: 20, members: 50, messages: 2 }
      : { organizations: 200, members: 1000, messages: 10 };
    const alone = await openStack(resources);
    const shared = await openStack(resources, { replicas: 2 });
    const stacks = { alone, shared };
    const work = { alone: await many(alone, counts), shared: await many(shared, counts) };
    log(`${counts.organizations} organizations listen to one process, and as many to two`);
    return [...casesOfMany(stacks, work, counts), caseOfOne(stacks, counts)];
  },
};

interface Counts {
  readonly organizations: number;
  readonly members: number;
  /** Messages of a round to everybody. */
  readonly messages: number;
}

/** Stands for the installation with one process of events and the one with two. */
interface Both<T> {
  readonly alone: T;
  readonly shared: T;
}

function casesOfMany(
  { alone, shared }: Both<Stack>,
  work: Both<Work>,
  { messages, organizations }: Counts,
): readonly Case[] {
  return [
    {
      label: `${organizations} organizations, bundles of the busier one`,
      unit: "% of all",
      better: "lower",
      target: { maxValue: maxBundles },
      prepare: () =>
        Promise.resolve({
          floor: () => shareOfBundles(alone, work.alone),
          ours: () => shareOfBundles(shared, work.shared),
        }),
    },
    {
      label: `${organizations} organizations`,
      unit: "ms",
      better: "lower",
      target: { maxRatio },
      prepare: () =>
        Promise.resolve({
          floor: () => busiestMs(alone, times(messages, work.alone)),
          ours: () => busiestMs(shared, times(messages, work.shared)),
        }),
    },
  ];
}

function caseOfOne({ alone, shared }: Both<Stack>, { members, messages }: Counts): Case {
  return {
    label: `one organization, ${members} members`,
    unit: "ms",
    better: "lower",
    target: { maxRatio },
    prepare: async (resources) => {
      // First, since connections without a request end while the members of the other one are made.
      for (const stack of [alone, shared]) await ensureMembers(stack, members);
      const ofAlone = await openListeningChannel(alone, members, resources);
      const ofShared = await openListeningChannel(shared, members, resources);
      return {
        floor: () => busiestMs(alone, times(messages, ofAlone.deliver)),
        ours: () => busiestMs(shared, times(messages, ofShared.deliver)),
      };
    },
  };
}

function times(count: number, work: () => Promise<unknown>): Work {
  return async () => {
    for (let time = 0; time < count; time += 1) await work();
  };
}

/** Has everybody who listens hear of one message. */
type Work = () => Promise<void>;

/** Creates organizations of a plan with few queues, each with somebody who listens. */
async function many(stack: Stack, counts: { readonly organizations: number }): Promise<Work> {
  const made = await new Organizations(stack).create(counts.organizations, 4, "standard");
  const listening = await Promise.all(
    made.map(async (one): Promise<[Organization, Listener]> => [one, await one.listen()]),
  );
  // All at once: one after the other, processes would mostly be measured at rest.
  return async () => {
    await Promise.all(
      listening.map(async ([organization, listener]) => {
        const heard = listener.heard();
        await organization.send();
        await heard;
      }),
    );
  };
}

async function eventsOf(stack: Stack): Promise<readonly ProcessStatus[]> {
  return (await stack.processes()).filter(({ name }) => /^events(?:-\d+)?$/.test(name));
}

/**
 * Returns the processor time that the busiest process of events takes for some work, beyond what it takes at rest in
 * that time: on two cores the work takes so long that the rest would be most of it.
 */
async function busiestMs(stack: Stack, work: Work): Promise<Measurement> {
  const processes = await eventsOf(stack);
  const atRest = await usedBy(processes, () => delay(restMs));
  const working = await usedBy(processes, work);
  const each = working.usedMs.map((ms, index) => {
    const restShare = (atRest.usedMs[index] ?? 0) / atRest.tookMs;
    return ms - restShare * working.tookMs;
  });
  return { value: Math.max(...each) };
}

/** Returns the processor time of each process while something is done, and how long that takes, in ms. */
async function usedBy(processes: readonly ProcessStatus[], work: Work) {
  const read = () =>
    Promise.all(processes.map(({ pid }) => processorMs(pid === null ? [] : [pid])));
  const [began, before] = [performance.now(), await read()];
  await work();
  const after = await read();
  const usedMs = after.map((ms, index) => ms - (before[index] ?? 0));
  return { usedMs, tookMs: performance.now() - began };
}

/** Returns how many of all bundles the process of events reads that reads most of them, in per cent. */
async function shareOfBundles(stack: Stack, work: Work): Promise<Measurement> {
  const processes = await eventsOf(stack);
  const read = () => Promise.all(processes.map(bundlesOf));
  const before = await read();
  await work();
  const after = await read();
  const each = after.map((count, index) => count - (before[index] ?? 0));
  const all = each.reduce((sum, count) => sum + count, 0);
  return { value: (100 * Math.max(...each)) / all };
}

async function bundlesOf({ metricsPort }: ProcessStatus): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^event_streams_bundles_total(?:\{.*\})? (?<count>\d+)/m.exec(text)?.[1] ?? 0);
}
