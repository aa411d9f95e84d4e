import { setTimeout as delay } from "node:timers/promises";

import type { Bench, Case, Measurement, Sides } from "../bench.ts";
import type { LinkedQueue } from "../load/linked-queues.ts";
import { processorMs } from "../processor-time.ts";
import { ApiClient } from "../stack/api-client.ts";
import { type LinkedStack, openLinkedStack } from "../stack/linked-stack.ts";
import { ensureMembers, findRootRealm } from "../stack/members.ts";
import { Organizations } from "../stack/organizations.ts";
import { registerQueues } from "../stack/queues.ts";
import type { ProcessStatus } from "../stack/read-status.ts";

/** Most that one process of two may use of what one alone uses, for two to carry 1.6 times as much. */
const maxRatio = 1 / 1.6;
/** Most bundles that one process of two may read, in per cent of what both read. */
const maxBundles = 60;
/** Queues of each member of a large organization: of a browser with some tabs, and a telephone. */
const queuesOfOne = 4;
/** Time for which processes are watched at rest, in ms. */
const restMs = 3000;
/** Time in which polls that were sent come to wait, in ms. */
const parkMs = 30;

/**
 * Measures how two processes of `events` share the work of one. Polls and messages are the bench's own, so that these
 * processes have as much to do at a time as they can: behind a gateway and `messages` on the same cores they would
 * wake up for each message alone, which costs each of them more than most messages do.
 */
export const eventsProcesses: Bench = {
  name: "events-processes",
  description:
    "The busier of two processes of events: its processor time and the bundles that it reads, for many organizations and for one large one.",
  floor: "one process of events that does all of it",
  rounds: 5,
  open: async ({ log, quick }, resources) => {
    const counts = quick
      ? { organizations: 20, members: 50, messages: 5 }
      : { organizations: 1000, members: 1000, messages: 40 };
    const alone = await openLinkedStack(resources, 1);
    const shared = await openLinkedStack(resources, 2);
    const both = { alone, shared };
    const many = {
      alone: await listenInMany(alone, counts.organizations),
      shared: await listenInMany(shared, counts.organizations),
    };
    log(`${counts.organizations} organizations listen to one process, and as many to two`);
    return [...casesOfMany(both, many, counts), caseOfOne(both, counts)];
  },
};

interface Counts {
  /** So many that a message to each keeps a process busy for some time: what waking it up costs would decide else. */
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
  both: Both<LinkedStack>,
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
          floor: () => shareOfBundles(both.alone, work.alone),
          ours: () => shareOfBundles(both.shared, work.shared),
        }),
    },
    {
      label: `${organizations} organizations`,
      unit: "ms",
      better: "lower",
      target: { maxRatio },
      prepare: () => Promise.resolve(inTurns(both, work, messages)),
    },
  ];
}

function caseOfOne(both: Both<LinkedStack>, { members, messages }: Counts): Case {
  return {
    label: `one organization, ${members} members with ${queuesOfOne} queues`,
    unit: "ms",
    better: "lower",
    target: { maxRatio },
    prepare: async () => {
      const work = {
        alone: await listenInOne(both.alone, members),
        shared: await listenInOne(both.shared, members),
      };
      return inTurns(both, work, messages);
    },
  };
}

/** Has everybody who listens hear of one message. */
type Work = () => Promise<void>;

/** Creates organizations of a plan with few queues, each with somebody who listens. */
async function listenInMany(linked: LinkedStack, count: number): Promise<Work> {
  const made = await new Organizations(linked.stack).create(count, 4, "standard");
  const queues = await Promise.all(
    made.map(async (one) => {
      const { realmId, userId } = one;
      return { realmId, userId, queueId: await one.register(), lastEventId: -1 };
    }),
  );
  const publish = ({ realmId, userId }: LinkedQueue) => linked.bundles.publish(realmId, [userId]);
  return () => hear(linked, queues, () => Promise.all(queues.map(publish)));
}

/** Has members of an organization with queues in all slots listen. */
async function listenInOne(linked: LinkedStack, count: number): Promise<Work> {
  const members = await ensureMembers(linked.stack, count);
  const realmId = await findRootRealm(linked.stack);
  using api = await ApiClient.open(linked.stack, 16);
  const registered = await registerQueues(api, members, queuesOfOne * count);
  const queues = registered.map(({ id: queueId, userId }) => {
    return { realmId, userId, queueId, lastEventId: -1 };
  });
  const userIds = members.map(({ userId }) => userId);
  return () => hear(linked, queues, () => linked.bundles.publish(realmId, userIds));
}

async function hear(
  { links }: LinkedStack,
  queues: readonly LinkedQueue[],
  publish: () => Promise<unknown>,
): Promise<void> {
  const heard = Promise.all(queues.map((queue) => links.poll(queue)));
  await delay(parkMs);
  await Promise.all([heard, publish()]);
}

async function eventsOf({ stack }: LinkedStack): Promise<readonly ProcessStatus[]> {
  return (await stack.processes()).filter(({ name }) => /^events(?:-\d+)?$/.test(name));
}

/**
 * Returns the processor time that the busiest process of each installation takes for some work, beyond what it takes at
 * rest in that time. Both work in turns, message by message: whatever else the machine does disturbs both alike.
 */
function inTurns(both: Both<LinkedStack>, work: Both<Work>, messages: number): Sides {
  const measure = async (): Promise<Both<Measurement>> => {
    const alone = await eventsOf(both.alone);
    const processes = [...alone, ...(await eventsOf(both.shared))];
    const atRest = await usedBy(processes, () => delay(restMs));
    const working = await usedBy(processes, async () => {
      for (let message = 0; message < messages; message += 1) {
        await work.alone();
        await work.shared();
      }
    });
    const each = working.usedMs.map((ms, index) => {
      const restShare = (atRest.usedMs[index] ?? 0) / atRest.tookMs;
      return ms - restShare * working.tookMs;
    });
    return {
      alone: { value: Math.max(...each.slice(0, alone.length)) },
      shared: { value: Math.max(...each.slice(alone.length)) },
    };
  };
  let measured: Promise<Both<Measurement>> | undefined;
  // Whichever side is asked for first measures both.
  const side = (name: keyof Both<unknown>) => async () => {
    const isSecond = measured !== undefined;
    const pair = (measured ??= measure());
    if (isSecond) measured = undefined;
    return (await pair)[name];
  };
  return { floor: side("alone"), ours: side("shared") };
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
async function shareOfBundles(linked: LinkedStack, work: Work): Promise<Measurement> {
  const processes = await eventsOf(linked);
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
