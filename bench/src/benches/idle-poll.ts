import { setTimeout as delay } from "node:timers/promises";

import type { Bench, Measurement } from "../bench.ts";
import { FanOutFloor } from "../floors/fan-out.ts";
import { FloorProcess } from "../floors/floor-process.ts";
import { PollFleet } from "../load/poll-fleet.ts";
import { residentKb } from "../resident-memory.ts";
import { openStack, pidOf, type Stack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { ensureMembers, type Member } from "../stack/members.ts";
import { registerQueues } from "../stack/queues.ts";

const warmUpPolls = 500;
/** Time after which a process that has little to do has given back what it does not need. */
const settleMs = 20_000;
const owners = 150;

/** Measures the memory of a client that waits while there are no events. */
export const idlePoll: Bench = {
  name: "idle-poll",
  description: "Resident memory of gateway and events per parked long poll, its queue included.",
  floor: "a bare parked socket of the raw fan-out program",
  rounds: 3,
  warmUpRounds: 0,
  open: async ({ quick }) => {
    if (process.env["STACK_URL"] !== undefined) {
      throw new Error("memory is measured on fresh processes: run idle-poll without STACK_URL");
    }
    const polls = quick ? 500 : 15_000;
    return [
      {
        label: `${polls} parked polls`,
        unit: "kB",
        better: "lower",
        target: { maxValue: 16 },
        prepare: async () => ({
          floor: () => measureFloor(polls),
          ours: () => measureOurs(polls),
        }),
      },
    ];
  },
};

async function measureFloor(polls: number): Promise<Measurement> {
  await using resources = new AsyncDisposableStack();
  const program = resources.use(await FloorProcess.start("fan-out", { DATABASE_URL: undefined }));
  const park = async (count: number, own: DisposableStack): Promise<void> => {
    const fleet = own.use(await PollFleet.open(program.url, count));
    await fleet.holdParked(() => FanOutFloor.poll, settleMs);
  };
  {
    using own = new DisposableStack();
    await park(warmUpPolls, own);
  }
  const before = await residentKb(program.pid);
  using own = new DisposableStack();
  await park(polls, own);
  return { value: ((await residentKb(program.pid)) - before) / polls };
}

async function measureOurs(polls: number): Promise<Measurement> {
  await using resources = new AsyncDisposableStack();
  const stack = await openStack(resources);
  const members = await ensureMembers(stack, owners);
  const pids = [await pidOf(stack, "gateway"), await pidOf(stack, "events")];
  const total = async (): Promise<number> => {
    const each = await Promise.all(pids.map(residentKb));
    return each.reduce((sum, kb) => sum + kb, 0);
  };
  {
    using own = new DisposableStack();
    await parkQueues({ stack, members, count: warmUpPolls }, own);
  }
  await delay(settleMs);
  const before = await total();
  using own = new DisposableStack();
  await parkQueues({ stack, members, count: polls }, own);
  return { value: ((await total()) - before) / polls };
}

interface Parking {
  readonly stack: Stack;
  readonly members: readonly Member[];
  readonly count: number;
}

async function parkQueues(
  { stack, members, count }: Parking,
  resources: DisposableStack,
): Promise<void> {
  const api = resources.use(await ApiClient.open(stack, 16));
  const queues = await registerQueues(api, members, count);
  const fleet = resources.use(await PollFleet.open(stack.url, count));
  await fleet.holdParked((index) => queues[index]?.poll(api) ?? "", settleMs);
}
